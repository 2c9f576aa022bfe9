import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hashPassword } from '#features/identity/accounts/sessions/passwords.ts'
import { people } from '#features/identity/accounts/tables.ts'
import { aPicture } from '#tests/access/things.ts'
import { allTraces } from '#tests/access/traces.ts'
import { caseIn, headersOf, operatorActs, readCase, runCaseTimers, supplierActs } from '#tests/steps/cases.ts'
import { field } from '#tests/steps/chat.ts'
import { type MadePerson, personSignedIn } from '#tests/shop/people.ts'
import { brokenRules } from '#tests/steps/refunds.ts'
import { SHOP_URL, testShop } from '#tests/shop/shop.ts'
import { type MadeOrder, sentOrder } from '#tests/steps/supplier-orders.ts'

const shop = await testShop()
const DAY = 24 * 3_600_000
const PASSWORD = 'amber over slate'
const WORDS = 'Grandmother Verborgen wore it once, and the clasp broke off.'

/** A case that somebody with an account has opened, with a picture and a message; the words of all of them are the person's. */
async function complaintOfSomebody(buyer: MadePerson) {
  const made = await sentOrder(shop)
  await shop.db.execute(
    sql`update purchases set person_id = ${buyer.id} where public_id = ${made.purchaseId}`,
  )
  const at = `/orders/${made.purchaseId}`
  const complaint = { kind: 'damaged', reason: 'broken', text: WORDS }
  const { id, version } = caseIn(await shop.post(`${at}/parts/${made.id}/cases`, complaint, buyer.headers))
  const uploaded = await shop.app.http.request(`${SHOP_URL}${at}/cases/${id}/pictures`, {
    method: 'POST',
    headers: buyer.headers,
    body: await aPicture(),
  })
  const { picture } = (await uploaded.json()) as { picture: { id: string; url: string } }
  const message = { action: 'message', text: `Look: ${WORDS}`, pictures: [picture.id] }
  await shop.post(`${at}/cases/${id}/act`, message, buyer.headers)
  await supplierActs(made, id, { action: 'message', text: 'We are sorry to hear that.' })
  await shop.work()
  return { made, id, version, picture: picture.url }
}

async function somebody(): Promise<MadePerson> {
  const person = await personSignedIn(shop.db, shop.now(), {})
  const passwordHash = await hashPassword(PASSWORD)
  await shop.db.update(people).set({ passwordHash }).where(eq(people.id, person.id))
  return person
}

async function close({ headers }: MadePerson): Promise<void> {
  expect((await shop.post('/users/closeAccount', { data: { password: PASSWORD } }, headers)).status).toBe(200)
  await shop.work()
}

/** In which tables the words are still to be read, the machinery of jobs aside. */
async function tablesWithWords(): Promise<string[]> {
  const tables = [...(await allTraces(shop.db))]
    .filter((text) => text.includes('Grandmother'))
    .map((text) => String(Reflect.get(Object(JSON.parse(text)), 'table')))
  return [...new Set(tables)].filter((table) => table !== 'job').toSorted()
}

const statusOf = async (path: string) => (await shop.app.http.request(SHOP_URL + path)).status
const said = async (made: MadeOrder, id: string) =>
  (await readCase(made, id)).entries.map(({ event, side, text, isErased }) => [event, side, text, isErased])

test('of a case that is over nothing stays that its buyer said or showed who closes the account; what was agreed does', async () => {
  const buyer = await somebody()
  const { made, id, version, picture } = await complaintOfSomebody(buyer)
  await supplierActs(made, id, { action: 'accept', version })
  await shop.work()
  expect(await tablesWithWords()).toEqual(['case_entries', 'mails', 'supplier_order_events'])
  expect(await statusOf(picture)).toBe(200)
  await close(buyer)
  expect(await tablesWithWords()).toEqual([])
  expect(await statusOf(picture)).toBe(404)
  expect(await said(made, id)).toEqual([
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
  expect(await brokenRules(shop)).toEqual([])
})

test('an open case is settled by what was said in it, and forgets that when it ends: by a ruling, or by itself', async () => {
  const buyer = await somebody()
  const [ruled, silent] = [await complaintOfSomebody(buyer), await complaintOfSomebody(buyer)]
  await close(buyer)
  expect((await said(ruled.made, ruled.id))[0]).toEqual(['open', 'buyer', WORDS, false])
  expect(await statusOf(ruled.picture)).toBe(200)

  const ruling = { action: 'rule', amount: 4_000, text: 'The picture shows it.' }
  await operatorActs(ruled.made, ruled.id, ruling)
  await shop.work()
  expect(await statusOf(ruled.picture)).toBe(404)
  expect(await statusOf(silent.picture)).toBe(200)
  expect((await said(silent.made, silent.id))[0]).toEqual(['open', 'buyer', WORDS, false])

  shop.passTime(3 * DAY)
  await runCaseTimers(shop)
  expect(await statusOf(silent.picture)).toBe(404)
  expect(await tablesWithWords()).toEqual([])
  expect(await brokenRules(shop)).toEqual([])
})

test('what somebody signed in said in a case of a guest’s purchase is forgotten with the rest', async () => {
  const buyer = await somebody()
  const { made, id, version } = await complaintOfSomebody(buyer)
  await shop.db.execute(sql`update purchases set person_id = null`)
  await close(buyer)
  expect((await said(made, id))[0]).toEqual(['open', 'buyer', WORDS, false])
  await supplierActs(made, id, { action: 'accept', version })
  await shop.work()
  expect(await tablesWithWords()).toEqual([])
})

test('what others say stays, of the supplier too who closes the account', async () => {
  const buyer = await somebody()
  const { made, id, version } = await complaintOfSomebody(buyer)
  await supplierActs(made, id, { action: 'accept', version })
  const passwordHash = await hashPassword(PASSWORD)
  await shop.db.update(people).set({ passwordHash }).where(eq(people.id, made.owner.id))
  await shop.post('/users/closeAccount', { data: { password: PASSWORD } }, await headersOf(made))
  expect((await said(made, id)).map(([, , text]) => text)).toEqual([
    WORDS,
    `Look: ${WORDS}`,
    'We are sorry to hear that.',
    '',
  ])
})

test('who takes their data along has their cases among them', async () => {
  const buyer = await somebody()
  const { id } = await complaintOfSomebody(buyer)
  const answer = await shop.get('/users/exportData', buyer.headers)
  expect(field(answer, 'more')).toMatchObject({ cases: [{ id, entries: [{ text: WORDS }, {}, {}] }] })
})
