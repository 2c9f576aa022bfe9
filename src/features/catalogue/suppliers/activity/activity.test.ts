import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { inTransaction, queryRows } from '#database/database.ts'
import { recordChange } from '#features/identity/audit/service.ts'
import { createPicture } from '#tests/access/access-test-data.ts'
import { createSignedInAccount, type CreatedAccount, PASSWORD } from '#tests/shop/accounts.ts'
import { createTestSupplier, type CreatedSupplier } from '#tests/shop/factories.ts'
import { createTestShop, SHOP_URL } from '#tests/shop/shop.ts'
import { startFakeStripe } from '#tests/fakes/stripe/server.ts'
import { createOperator, expectSuccess, GERMAN_ACCOUNT } from '#tests/steps/payouts.ts'
import type { ActivityEntryData } from '#features/identity/audit/contract.ts'

const stripe = await startFakeStripe(() => shop.now())
const shop = await createTestShop({
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  STRIPE_API_URL: stripe.url,
})
afterAll(stripe.close)
const { db } = shop

let store: CreatedSupplier
let owner: CreatedAccount
beforeEach(async () => {
  store = await createTestSupplier(db)
  owner = await createSignedInAccount(db, shop.now(), {
    type: 'manufacturer',
    owns: store,
    firstName: 'Lena',
    lastName: 'Ong',
    withPassword: true,
  })
})

async function listActivity(query = '', { headers } = owner) {
  const { body } = await expectSuccess(shop.get(`/supplier/activity${query}`, headers))
  return body as { entries: ActivityEntryData[]; members: { name: string; id: string }[]; total: number }
}

const saveProfile = (country: string, { headers } = owner) =>
  expectSuccess(
    shop.post(
      '/shop/saveMyStore',
      { data: { country, yearsOfExperience: 4, mainCategories: ['Rings'] } },
      headers,
    ),
  )
const setAutoAccept = (autoAccept: boolean) =>
  expectSuccess(shop.post('/supplier/order-settings', { autoAccept }, owner.headers))

test('changes of profile, logo, bank account and order settings are logged with old and new values', async () => {
  await saveProfile('DK')
  const bytes = await createPicture()
  const upload = { method: 'POST', headers: owner.headers, body: bytes }
  expect((await shop.app.http.request(`${SHOP_URL}/shop/uploadStoreLogo`, upload)).status).toBe(200)
  await expectSuccess(shop.post('/shop/deleteStoreLogo', {}, owner.headers))
  await expectSuccess(shop.post('/supplier/payout-account', GERMAN_ACCOUNT, owner.headers))
  await setAutoAccept(true)

  const { entries, total, members } = await listActivity()
  expect(total).toBe(5)
  expect(members).toEqual([{ id: owner.publicId, name: 'Lena Ong' }])
  const about = { name: 'Lena Ong', role: 'owner', network: null, at: shop.now().toISOString() }
  expect(entries).toMatchObject([
    { ...about, kind: 'order_settings', before: { autoAccept: false }, after: { autoAccept: true } },
    { ...about, kind: 'bank_details', after: { account: 'IBAN DE … 3000', country: 'DE' } },
    { ...about, kind: 'store', action: 'Removed the logo', after: { logo: null } },
    { ...about, kind: 'store', action: 'Uploaded a logo', before: { logo: null } },
    { ...about, kind: 'store', after: { country: 'DK', yearsOfExperience: 4, mainCategories: ['Rings'] } },
  ])
  const stored = await queryRows<{ row: string }>(db, sql`select l::text as row from audit_log l`)
  expect(JSON.stringify(stored)).not.toContain(GERMAN_ACCOUNT.iban.replaceAll(' ', ''))
  expect(JSON.stringify(stored)).not.toContain(GERMAN_ACCOUNT.holder)
})

test('a save without changes is not logged', async () => {
  await saveProfile('DK')
  await saveProfile('DK')
  await setAutoAccept(false)
  expect((await listActivity()).total).toBe(1)
})

test('a new bank account is logged even if its masked number equals the previous one', async () => {
  await expectSuccess(shop.post('/supplier/payout-account', GERMAN_ACCOUNT, owner.headers))
  await expectSuccess(shop.post('/supplier/payout-account', GERMAN_ACCOUNT, owner.headers))
  expect((await listActivity('?kind=bank_details')).total).toBe(1)
  shop.passTime(1000)
  const lookalike = { ...GERMAN_ACCOUNT, iban: 'DE93500105170648483000' }
  await expectSuccess(shop.post('/supplier/payout-account', lookalike, owner.headers))
  expect((await listActivity('?kind=bank_details')).total).toBe(2)
  shop.passTime(1000)
  const holder = 'Somebody else'
  await expectSuccess(shop.post('/supplier/payout-account', { ...lookalike, holder }, owner.headers))
  const { entries, total } = await listActivity('?kind=bank_details')
  expect([total, entries[0]?.action]).toEqual([3, 'Changed the bank account'])
})

test('the log can be filtered by kind and member, is paged, and has only the own store’s entries', async () => {
  const other = await createSignedInAccount(db, shop.now(), {
    type: 'manufacturer',
    owns: await createTestSupplier(db),
  })
  await saveProfile('IT', other)
  for (let turn = 0; turn < 21; turn += 1) await setAutoAccept(turn % 2 === 0)
  await saveProfile('DK')
  const operator = await createSignedInAccount(db, shop.now(), { type: 'operator', firstName: 'Ops' })
  await record(operator.id)

  expect((await listActivity()).total).toBe(23)
  expect((await listActivity()).entries).toHaveLength(20)
  expect((await listActivity('?page=2')).entries).toHaveLength(3)
  expect((await listActivity('?kind=store')).entries.map(({ role }) => role)).toEqual(['operator', 'owner'])
  expect((await listActivity(`?member=${operator.publicId}`)).total).toBe(1)
  expect((await listActivity(`?member=${other.publicId}`)).total).toBe(0)
  expect((await listActivity('', other)).total).toBe(1)
  expect(await shop.get('/supplier/activity?kind=nothing', owner.headers)).toMatchObject({ status: 400 })
})

test('the file has the filtered entries, and no formula that a spreadsheet runs', async () => {
  await saveProfile('DK')
  await setAutoAccept(true)
  await db.execute(sql`update accounts set first_name = '=1+1' where id = ${owner.id}`)
  const { text, headers } = await expectSuccess(
    shop.get('/supplier/activity/file?kind=order_settings', owner.headers),
  )
  expect(headers.get('content-disposition')).toBe('attachment; filename="activity.csv"')
  const rows = text.trim().split('\r\n')
  expect(rows).toHaveLength(2)
  expect(rows[1]).toContain(",'=1+1 Ong,owner,order_settings,Turned on automatic acceptance,")
})

test('an operator’s change of a payout account is logged as the marketplace’s', async () => {
  const operator = await createOperator(shop)
  const account = { account: 'acct_1Marta', holder: 'Marta Conti', country: 'SG', password: PASSWORD }
  await expectSuccess(operator.post('/payout-accounts/stripe', { supplier: store.publicId, ...account }))
  expect((await listActivity()).entries).toMatchObject([
    { role: 'operator', kind: 'bank_details', after: { account: 'Stripe … arta', country: 'SG' } },
  ])
})

test('the database refuses to change or delete a log entry', async () => {
  await saveProfile('DK')
  for (const statement of [
    sql`update audit_log set action = 'x'`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
  ])
    await expect(db.execute(statement)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('The audit log is only added to') },
    })
  expect((await listActivity()).total).toBe(1)
})

test('a log entry is written in the transaction of its change', async () => {
  const failing = inTransaction(db, async (tx) => {
    await recordChange(
      tx,
      { businessId: owner.id, memberId: owner.id, role: 'owner', now: shop.now() },
      await toChange(),
    )
    throw new Error('the change failed')
  })
  await expect(failing).rejects.toThrow('the change failed')
  expect((await listActivity()).total).toBe(0)
})

test('an account without a store gets 409 no_store', async () => {
  const { headers } = await createSignedInAccount(db, shop.now(), { type: 'manufacturer' })
  expect(await shop.get('/supplier/activity', headers)).toMatchObject({
    status: 409,
    body: { code: 'no_store' },
  })
})

async function toChange() {
  const [found] = await queryRows<{ id: number }>(
    db,
    sql`select id from suppliers where public_id = ${store.publicId}`,
  )
  if (!found) throw new Error('the store is missing')
  const change = { supplierId: Number(found.id), kind: 'store', action: 'Verified the store' } as const
  return { ...change, entity: 'store', before: { isVerified: false }, after: { isVerified: true } }
}

/** Records a change by an operator. */
async function record(accountId: number) {
  const change = await toChange()
  await inTransaction(db, (tx) =>
    recordChange(
      tx,
      { businessId: accountId, memberId: accountId, role: 'operator', now: shop.now() },
      change,
    ),
  )
}
