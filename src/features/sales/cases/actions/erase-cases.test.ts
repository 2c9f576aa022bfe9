import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hashPassword } from '#features/identity/accounts/sessions/passwords.ts'
import { accounts } from '#features/identity/accounts/tables.ts'
import { createPicture } from '#tests/access/access-test-data.ts'
import { readAllRows } from '#tests/access/stored-rows.ts'
import {
  parseCase,
  getOwnerHeaders,
  actAsOperator,
  readCase,
  runCaseTimers,
  actAsSupplier,
} from '#tests/steps/cases.ts'
import { getField } from '#tests/steps/chat.ts'
import { type CreatedAccount, createSignedInAccount } from '#tests/shop/accounts.ts'
import { listLedgerErrors } from '#tests/steps/refunds.ts'
import { SHOP_URL, createTestShop } from '#tests/shop/shop.ts'
import { type CreatedOrder, createSentOrder } from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()
const DAY = 24 * 3_600_000
const PASSWORD = 'amber over slate'
const COMPLAINT_TEXT = 'Grandmother Verborgen wore it once, and the clasp broke off.'

/** Opens a case of a signed-in buyer, with a picture and a message that contain the buyer's text. */
async function createComplaint(buyer: CreatedAccount) {
  const created = await createSentOrder(shop)
  await shop.db.execute(
    sql`update purchases set account_id = ${buyer.id} where public_id = ${created.purchaseId}`,
  )
  const at = `/orders/${created.purchaseId}`
  const complaint = { kind: 'damaged', reason: 'broken', text: COMPLAINT_TEXT }
  const { id, version } = parseCase(
    await shop.post(`${at}/supplier-orders/${created.id}/cases`, complaint, buyer.headers),
  )
  const uploaded = await shop.app.http.request(`${SHOP_URL}${at}/cases/${id}/pictures`, {
    method: 'POST',
    headers: buyer.headers,
    body: await createPicture(),
  })
  const { picture } = (await uploaded.json()) as { picture: { id: string; url: string } }
  const message = { action: 'message', text: `Look: ${COMPLAINT_TEXT}`, pictures: [picture.id] }
  await shop.post(`${at}/cases/${id}/act`, message, buyer.headers)
  await actAsSupplier(created, id, { action: 'message', text: 'We are sorry to hear that.' })
  await shop.work()
  return { made: created, id, version, picture: picture.url }
}

async function createBuyer(): Promise<CreatedAccount> {
  const account = await createSignedInAccount(shop.db, shop.now(), {})
  const passwordHash = await hashPassword(PASSWORD)
  await shop.db.update(accounts).set({ passwordHash }).where(eq(accounts.id, account.id))
  return account
}

async function closeAccount({ headers }: CreatedAccount): Promise<void> {
  expect((await shop.post('/users/closeAccount', { data: { password: PASSWORD } }, headers)).status).toBe(200)
  await shop.work()
}

/** Returns the tables that still contain the text, except those of the job queue. */
async function findTablesWithText(): Promise<string[]> {
  const tables = [...(await readAllRows(shop.db))]
    .filter((text) => text.includes('Grandmother'))
    .map((text) => String(Reflect.get(Object(JSON.parse(text)), 'table')))
  return [...new Set(tables)].filter((table) => table !== 'job').toSorted()
}

const getStatus = async (path: string) => (await shop.app.http.request(SHOP_URL + path)).status
const getEntryTexts = async (created: CreatedOrder, id: string) =>
  (await readCase(created, id)).entries.map(({ event, side, text, isErased }) => [
    event,
    side,
    text,
    isErased,
  ])

test('closing an account erases the buyer’s messages and pictures of closed cases and keeps their outcome', async () => {
  const buyer = await createBuyer()
  const { made, id, version, picture } = await createComplaint(buyer)
  await actAsSupplier(made, id, { action: 'accept', version })
  await shop.work()
  expect(await findTablesWithText()).toEqual(['case_entries', 'emails', 'supplier_order_events'])
  expect(await getStatus(picture)).toBe(200)
  await closeAccount(buyer)
  expect(await findTablesWithText()).toEqual([])
  expect(await getStatus(picture)).toBe(404)
  expect(await getEntryTexts(made, id)).toEqual([
    ['open', 'buyer', '', true],
    ['message', 'buyer', '', true],
    ['message', 'supplier', 'We are sorry to hear that.', false],
    ['accept', 'supplier', '', false],
  ])
  expect(await readCase(made, id)).toMatchObject({
    reason: 'broken',
    outcome: 'refunded',
    agreed: { amount: 10_206, by: 'agreement' },
    buyerProposal: { amount: 10_206 },
  })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('after the buyer’s account is closed, an open case keeps its texts until it ends, by decision or timer', async () => {
  const buyer = await createBuyer()
  const [ruled, silent] = [await createComplaint(buyer), await createComplaint(buyer)]
  await closeAccount(buyer)
  expect((await getEntryTexts(ruled.made, ruled.id))[0]).toEqual(['open', 'buyer', COMPLAINT_TEXT, false])
  expect(await getStatus(ruled.picture)).toBe(200)

  const decision = { action: 'rule', amount: 4_000, text: 'The picture shows it.' }
  await actAsOperator(ruled.made, ruled.id, decision)
  await shop.work()
  expect(await getStatus(ruled.picture)).toBe(404)
  expect(await getStatus(silent.picture)).toBe(200)
  expect((await getEntryTexts(silent.made, silent.id))[0]).toEqual(['open', 'buyer', COMPLAINT_TEXT, false])

  shop.passTime(3 * DAY)
  await runCaseTimers(shop)
  expect(await getStatus(silent.picture)).toBe(404)
  expect(await findTablesWithText()).toEqual([])
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('texts that an account wrote in a case of a guest’s purchase are erased with the account', async () => {
  const buyer = await createBuyer()
  const { made, id, version } = await createComplaint(buyer)
  await shop.db.execute(sql`update purchases set account_id = null`)
  await closeAccount(buyer)
  expect((await getEntryTexts(made, id))[0]).toEqual(['open', 'buyer', COMPLAINT_TEXT, false])
  await actAsSupplier(made, id, { action: 'accept', version })
  await shop.work()
  expect(await findTablesWithText()).toEqual([])
})

test('closing the supplier’s account keeps the case’s texts of both parties', async () => {
  const buyer = await createBuyer()
  const { made, id, version } = await createComplaint(buyer)
  await actAsSupplier(made, id, { action: 'accept', version })
  const passwordHash = await hashPassword(PASSWORD)
  await shop.db.update(accounts).set({ passwordHash }).where(eq(accounts.id, made.owner.id))
  await shop.post('/users/closeAccount', { data: { password: PASSWORD } }, await getOwnerHeaders(made))
  expect((await getEntryTexts(made, id)).map(([, , text]) => text)).toEqual([
    COMPLAINT_TEXT,
    `Look: ${COMPLAINT_TEXT}`,
    'We are sorry to hear that.',
    '',
  ])
})

test('an account’s data export includes its cases', async () => {
  const buyer = await createBuyer()
  const { id } = await createComplaint(buyer)
  const answer = await shop.get('/users/exportData', buyer.headers)
  expect(getField(answer, 'more')).toMatchObject({
    cases: [{ id, entries: [{ text: COMPLAINT_TEXT }, {}, {}] }],
  })
})
