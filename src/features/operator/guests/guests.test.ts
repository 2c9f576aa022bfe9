import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { readAllRows } from '#tests/access/stored-rows.ts'
import { type CreatedAccount, createSignedInAccount, createTestOperator } from '#tests/shop/accounts.ts'
import { createTestProduct, placeGuestOrder } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { actAsSupplier, createCase } from '#tests/steps/cases.ts'
import { listLedgerErrors } from '#tests/steps/refunds.ts'
import { type CreatedOrder, createPaidOrder, createSentOrder } from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()
const { db } = shop

const REASON = 'They asked by email'
const COMPLAINT = 'The clasp of my Verborgen ring broke off.'

// Completing an order takes days, in which sessions expire.
const createSupport = () => createTestOperator(db, shop.now(), ['support'])
const signIn = async () => (await createSupport()).headers
const find = async (query: Record<string, string>, by?: CreatedAccount) =>
  shop.get(`/operator/guests?${new URLSearchParams(query).toString()}`, by?.headers ?? (await signIn()))
const exportData = async (email: string, by?: CreatedAccount) =>
  shop.post('/operator/guests/export', { email }, by?.headers ?? (await signIn()))
const erase = async (email: string, by?: CreatedAccount) =>
  shop.post('/operator/guests/erase', { email, reason: REASON }, by?.headers ?? (await signIn()))

async function readNumber({ purchaseId }: Pick<CreatedOrder, 'purchaseId'>): Promise<string> {
  const [found] = await queryRows<{ number: string }>(
    db,
    sql`select number from purchases where public_id = ${purchaseId}`,
  )
  return found?.number ?? ''
}

/** Creates a guest with a completed order, a case, a contact message and a subscription. */
async function createGuest(email: string): Promise<CreatedOrder> {
  const created = await createSentOrder(shop, { form: { email } })
  const { id, version } = await createCase(created, { text: COMPLAINT })
  await actAsSupplier(created, id, { action: 'accept', version })
  await shop.post('/shop/contactUs', { name: 'Mei Tan', email, message: 'Where is my ring?' })
  await shop.post('/shop/subscribe', { email })
  await shop.work()
  return created
}

/** Returns the tables that contain a text, except those of the job queue. */
async function findTablesWith(text: string): Promise<string[]> {
  const tables = [...(await readAllRows(db))]
    .filter((row) => row.includes(text))
    .map((row) => String(Reflect.get(Object(JSON.parse(row)), 'table')))
  return [...new Set(tables)].filter((table) => table !== 'job').toSorted()
}

test('a guest is found by order number, by email address regardless of case, and by a matching pair of both', async () => {
  const email = 'found@guest.example'
  const created = await createGuest(email)
  const number = await readNumber(created)
  const expected = {
    status: 200,
    body: {
      guest: {
        email,
        account: null,
        orders: [{ id: created.purchaseId, number, currency: 'USD', blocker: null }],
        messages: [{ message: 'Where is my ring?', state: 'open' }],
        newsletter: { state: 'pending' },
      },
    },
  }
  expect(await find({ order: number.toLowerCase() })).toMatchObject(expected)
  expect(await find({ email: 'Found@Guest.example' })).toMatchObject(expected)
  expect(await find({ order: number, email })).toMatchObject(expected)
  expect(await find({ order: number, email: 'eve@guest.example' })).toMatchObject({
    status: 404,
    body: { code: 'guest_not_found', message: 'This order was placed with another email address.' },
  })
  expect((await find({ email: 'nobody@guest.example' })).status).toBe(404)
  expect((await find({ order: 'CAB-NONE' })).status).toBe(404)
  expect(await find({})).toMatchObject({ status: 400, body: { code: 'guest_unnamed' } })
})

test('the export has a guest’s orders, cases, messages, newsletter and emails, and is in the audit log', async () => {
  const email = 'export@guest.example'
  const created = await createGuest(email)
  expect(await exportData(email)).toMatchObject({
    status: 200,
    body: {
      email,
      data: {
        orders: [{ id: created.purchaseId, recipient: { email } }],
        cases: [{ state: 'closed' }],
        messages: [{ message: 'Where is my ring?', answers: [] }],
        newsletter: { state: 'pending' },
        emails: expect.arrayContaining([{ subject: expect.any(String), at: expect.any(String) }]),
      },
    },
  })
  expect((await exportData('nobody@guest.example')).status).toBe(404)
  const log = await shop.get('/operator/audit-log?kind=account', await signIn())
  expect(log.body).toMatchObject({
    entries: [{ action: 'Exported the data of a guest', after: { guest: 'e•••@guest.example' } }],
  })
})

test('erasing removes a guest’s address and texts everywhere, and keeps order, name and ledger', async () => {
  const email = 'erased@guest.example'
  const created = await createGuest(email)
  const number = await readNumber(created)
  expect(await findTablesWith('Verborgen')).not.toEqual([])
  expect(await erase(email)).toMatchObject({
    status: 200,
    body: { message: 'The guest’s personal data is erased.' },
  })
  await shop.work()
  expect(await findTablesWith(email)).toEqual([])
  const [stored] = await queryRows(
    db,
    sql`select email, phone, first_name from purchases where public_id = ${created.purchaseId}`,
  )
  expect(stored).toEqual({ email: `${number.toLowerCase()}@erased.invalid`, phone: '', first_name: 'Mei' })
  const [entries] = await queryRows(
    db,
    sql`
      select count(*) filter (where e.text <> '')::int as texts, count(*) filter (where e.erased_at is not null)::int as erased
      from case_entries e join cases c on c.id = e.case_id join supplier_orders o on o.id = c.supplier_order_id
      where o.public_id = ${created.id} and e.side = 'buyer'`,
  )
  expect(entries).toEqual({ texts: 0, erased: 1 })
  expect(await listLedgerErrors(shop)).toEqual([])

  const again = await createSupport()
  const before = await readAllRows(db)
  expect(await erase(email, again)).toMatchObject({ status: 404, body: { code: 'guest_not_found' } })
  expect((await readAllRows(db)).difference(before).size).toBe(0)
  expect(await find({ order: number })).toMatchObject({
    status: 404,
    body: { message: 'The personal data of this order is already erased.' },
  })
  const log = await shop.get('/operator/audit-log?kind=account', await signIn())
  expect(log.body).toMatchObject({
    entries: [
      {
        action: 'Erased the data of a guest',
        after: { guest: 'e•••@guest.example', orders: [number], reason: REASON },
      },
    ],
  })
})

test('erasing is refused without changes while an order is unpaid, in progress or in a case', async () => {
  const [unpaid, open, disputed] = ['unpaid@guest.example', 'open@guest.example', 'case@guest.example']
  await placeGuestOrder(shop, [await createTestProduct(db, {})], { email: unpaid })
  await createPaidOrder(shop, { form: { email: open } })
  await createCase(await createSentOrder(shop, { form: { email: disputed } }))
  await shop.post('/shop/subscribe', { email: open })
  for (const [email, blocker] of [
    [unpaid, 'is waiting for payment'],
    [open, 'isn’t completed yet'],
    [disputed, 'has an open case'],
  ] as const) {
    expect(await find({ email })).toMatchObject({
      body: { guest: { orders: [{ blocker: expect.stringContaining(blocker) }] } },
    })
    expect(await erase(email)).toMatchObject({
      status: 409,
      body: { code: 'guest_busy', message: expect.stringContaining(blocker) },
    })
  }
  expect(await findTablesWith(open)).toEqual(
    expect.arrayContaining(['emails', 'newsletter_subscribers', 'purchases']),
  )
})

test('erasing is refused for an address with an account until the account is closed', async () => {
  const owner = await createSignedInAccount(db, shop.now(), { withPassword: true })
  await shop.post('/shop/subscribe', { email: owner.email })
  expect(await find({ email: owner.email })).toMatchObject({
    body: { guest: { account: { id: owner.publicId } } },
  })
  expect(await erase(owner.email)).toMatchObject({ status: 409, body: { code: 'guest_has_account' } })
  const close = `/operator/accounts/${owner.publicId}/close`
  expect((await shop.post(close, { reason: REASON }, await signIn())).status).toBe(200)
  await shop.work()
  expect((await erase(owner.email)).status).toBe(200)
  expect(await findTablesWith(owner.email)).toEqual([])
})

test('catalogue cannot find guests, finance can only find them, and export and erasure need the password', async () => {
  const email = 'roles@guest.example'
  await shop.post('/shop/subscribe', { email })
  const catalogue = await createTestOperator(db, shop.now(), ['catalogue'])
  const finance = await createTestOperator(db, shop.now(), ['finance'])
  expect((await find({ email }, catalogue)).status).toBe(403)
  expect((await find({ email }, finance)).status).toBe(200)
  for (const call of [exportData, erase]) {
    expect(await call(email, catalogue)).toMatchObject({ status: 403, body: { code: 'permission_missing' } })
    expect(await call(email, finance)).toMatchObject({ status: 403, body: { code: 'permission_missing' } })
  }
  const other = await createTestOperator(db, shop.now(), ['support'])
  await db.execute(sql`update sessions set confirmed_until = null where account_id = ${other.id}`)
  for (const call of [exportData, erase])
    expect(await call(email, other)).toMatchObject({ status: 403, body: { code: 'password_needed' } })
  expect((await find({ email })).status).toBe(200)
})
