import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { accounts } from '#features/identity/accounts/tables.ts'
import { products } from '#features/catalogue/catalog/tables.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import { type CreatedProduct, createTestProduct } from '#tests/shop/factories.ts'
import { type CreatedAccount, createSignedInAccount } from '#tests/shop/accounts.ts'
import { SHOP_URL, createTestShop } from '#tests/shop/shop.ts'
import { disableWishlistEmails, getWishlistEmails } from './contract.ts'

const shop = await createTestShop()
const DAY = 24 * HOUR
let mei: CreatedAccount
let ring: CreatedProduct

beforeEach(async () => {
  mei = await createSignedInAccount(shop.db, shop.now(), { email: 'mei@shopper.example' })
  ring = await createTestProduct(shop.db, { name: 'Halo', price: 10_000 })
})

type TestEmail = { to: string; subject: string; text: string; html: string; unsubscribeUrl: string }

/** Runs the alert job; returns the subjects of all emails so far, oldest first. */
async function runAlertJob(): Promise<string[]> {
  await shop.app.jobs.enqueue(shop.db, { job: 'wishlist.tell_news', input: {} })
  await shop.work()
  return (await readEmails()).map(({ subject }) => subject)
}

async function readEmails(): Promise<TestEmail[]> {
  const { text } = await shop.get('/dev/mail.json')
  const read: TestEmail[] = JSON.parse(text)
  return read.toReversed()
}

type AlertChanges = { priceDrop?: boolean; backInStock?: boolean }

/** Adds a product to the wishlist and sets its alerts. */
async function setAlerts(changes: AlertChanges, { product = ring, account = mei } = {}): Promise<void> {
  await shop.post('/shop/updateWishlist', { data: { productId: product.id } }, account.headers)
  await postAlerts(changes, { product, account })
}

function postAlerts(changes: AlertChanges, { product = ring, account = mei } = {}) {
  return shop.post(
    '/shop/setWishlistEmails',
    { data: { productId: product.id, ...changes } },
    account.headers,
  )
}

async function updateProduct(values: Partial<typeof products.$inferInsert>, product = ring): Promise<void> {
  await shop.db.update(products).set(values).where(eq(products.id, product.productKey))
}

test('no alert is sent for a product without one set', async () => {
  await setAlerts({})
  await updateProduct({ priceAmount: 5_000 })
  expect(await runAlertJob()).toEqual([])
})

test('a price drop is reported once with the earlier price, and again when the price falls further', async () => {
  await setAlerts({ priceDrop: true })
  expect(await runAlertJob()).toEqual([])
  await updateProduct({ offerAmount: 8_000 })
  expect(await runAlertJob()).toEqual(['Price drop: Halo'])
  const [email] = await readEmails()
  expect(email?.to).toBe('mei@shopper.example')
  expect(email?.text).toContain('Halo (Price drop: was $100.00)   $80.00')
  expect(email?.text).toContain(`${SHOP_URL}/product/${ring.id}`)
  expect(await runAlertJob()).toHaveLength(1)
  await updateProduct({ offerAmount: 7_000 })
  expect(await runAlertJob()).toHaveLength(2)
})

test('a price that rises and falls back is reported only if the higher price lasted 30 days', async () => {
  await setAlerts({ priceDrop: true })
  await updateProduct({ offerAmount: 8_000 })
  expect(await runAlertJob()).toHaveLength(1)
  for (const offerAmount of [null, 8_000, null]) {
    shop.passTime(DAY)
    await updateProduct({ offerAmount })
    expect(await runAlertJob()).toHaveLength(1)
  }
  shop.passTime(30 * DAY)
  await updateProduct({ offerAmount: 9_500 })
  expect(await runAlertJob()).toHaveLength(1)
  await updateProduct({ offerAmount: 9_000 })
  expect(await runAlertJob()).toHaveLength(2)
  expect((await readEmails())[1]?.text).toContain('was $95.00')
})

test('a slow price decline is reported once it reaches one percent', async () => {
  await setAlerts({ priceDrop: true })
  await updateProduct({ priceAmount: 9_901 })
  expect(await runAlertJob()).toEqual([])
  await updateProduct({ priceAmount: 9_900 })
  expect(await runAlertJob()).toHaveLength(1)
})

test('a price drop of an unavailable product is reported once it is available', async () => {
  await setAlerts({ priceDrop: true })
  await updateProduct({ priceAmount: 5_000, stock: 0 })
  expect(await runAlertJob()).toEqual([])
  await updateProduct({ stock: 2 })
  expect(await runAlertJob()).toEqual(['Price drop: Halo'])
})

test('a return to stock is reported once; stock reserved for an hour by an unpaid order does not count', async () => {
  await setAlerts({ backInStock: true })
  await updateProduct({ stock: 0 })
  expect(await runAlertJob()).toEqual([])
  shop.passTime(55 * MINUTE)
  await updateProduct({ stock: 1 })
  expect(await runAlertJob()).toEqual([])
  await updateProduct({ stock: 0 })
  await runAlertJob()
  shop.passTime(HOUR)
  expect(await runAlertJob()).toEqual([])
  await updateProduct({ stock: 4 })
  expect(await runAlertJob()).toEqual(['Halo is back in stock'])
  expect(await runAlertJob()).toHaveLength(1)
})

test('an alert set while a product is unavailable is sent on its return', async () => {
  await updateProduct({ stock: 0 })
  await setAlerts({ backInStock: true })
  await runAlertJob()
  await updateProduct({ stock: 1 })
  expect(await runAlertJob()).toEqual(['Halo is back in stock'])
})

test('a product is reported as back in stock at most once a day, also after it was withdrawn', async () => {
  await setAlerts({ backInStock: true })
  for (const gone of [{ stock: 0 }, { status: 'archived' as const }]) {
    await updateProduct(gone)
    await runAlertJob()
    shop.passTime(2 * HOUR)
    await updateProduct({ stock: 5, status: 'active' })
    expect(await runAlertJob()).toHaveLength(1)
  }
  shop.passTime(21 * HOUR)
  expect(await runAlertJob()).toHaveLength(1)
  shop.passTime(HOUR)
  expect(await runAlertJob()).toHaveLength(2)
})

test('each account gets one email with all its alerts', async () => {
  const chain = await createTestProduct(shop.db, { name: 'Chain', stock: 0 })
  const other = await createSignedInAccount(shop.db, shop.now(), { email: 'other@shopper.example' })
  await setAlerts({ priceDrop: true })
  await setAlerts({ backInStock: true }, { product: chain })
  await setAlerts({ priceDrop: true }, { account: other })
  await updateProduct({ priceAmount: 6_000 })
  await updateProduct({ stock: 3 }, chain)
  expect((await runAlertJob()).toSorted()).toEqual([
    '2 products on your wishlist have updates',
    'Price drop: Halo',
  ])
  const ownEmail = (await readEmails()).find(({ to }) => to === mei.email)
  for (const lines of ['Halo (Price drop: was $100.00)   $60.00', 'Chain (Back in stock)   $100.00'])
    expect(ownEmail?.text).toContain(lines)
})

test('concurrent alert jobs, and one whose email insert fails, send each alert exactly once', async () => {
  await setAlerts({ priceDrop: true })
  await updateProduct({ priceAmount: 5_000 })
  await shop.db.execute(sql`
    create function no_mail() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$;
    create trigger no_mail before insert on emails for each row execute function no_mail()`)
  await runAlertJob()
  await shop.db.execute(sql`drop trigger no_mail on emails; drop function no_mail`)
  expect(await readEmails()).toEqual([])
  for (const _ of [1, 2]) await shop.app.jobs.enqueue(shop.db, { job: 'wishlist.tell_news', input: {} })
  await shop.work()
  expect(await runAlertJob()).toEqual(['Price drop: Halo'])
})

test('closed and unverified accounts get no alerts and do not block others', async () => {
  const other = await createSignedInAccount(shop.db, shop.now())
  await setAlerts({ priceDrop: true })
  await setAlerts({ priceDrop: true }, { account: other })
  await shop.db.update(accounts).set({ closedAt: shop.now() }).where(eq(accounts.id, mei.id))
  await updateProduct({ priceAmount: 5_000 })
  await runAlertJob()
  expect((await readEmails()).map(({ to }) => to)).toEqual([other.email])
})

test('the two alerts are independent, keep their state when set again, and lose it when turned off', async () => {
  await setAlerts({ priceDrop: true })
  expect((await postAlerts({ backInStock: true })).body).toMatchObject({
    tells: { priceDrop: true, backInStock: true },
  })
  await updateProduct({ priceAmount: 5_000 })
  await postAlerts({ priceDrop: true })
  expect(await runAlertJob()).toHaveLength(1)
  const disabledAnswer = await postAlerts({ priceDrop: false, backInStock: false })
  expect(disabledAnswer.body).toMatchObject({ tells: { priceDrop: false, backInStock: false } })
  await updateProduct({ priceAmount: 4_000 })
  expect(await runAlertJob()).toHaveLength(1)
})

test('a mail program turns off all alerts by one POST, from any origin, and the wishlist is unchanged (RFC 8058)', async () => {
  await setAlerts({ priceDrop: true, backInStock: true })
  await updateProduct({ priceAmount: 5_000 })
  await runAlertJob()
  const [email] = await readEmails()
  const token = new URL(email?.unsubscribeUrl ?? '').searchParams.get('token') ?? ''
  expect(email?.unsubscribeUrl).toBe(`${SHOP_URL}/wishlist/unsubscribe?token=${token}`)
  expect((await shop.call(getWishlistEmails, { query: { token } })).emails).toEqual({
    count: 1,
    email: 'm•••@shopper.example',
  })
  for (const _ of ['once', 'twice']) {
    const answer = await shop.app.http.request(email?.unsubscribeUrl ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(answer.status).toBe(200)
  }
  expect((await shop.call(disableWishlistEmails, { query: { token } })).emails.count).toBe(0)
  await updateProduct({ priceAmount: 4_000 })
  expect(await runAlertJob()).toHaveLength(1)
  expect(await queryRows(shop.db, sql`select name from wishlist_items`)).toEqual([{ name: 'Halo' }])
})

test('refuses an unknown or malformed link, and changes nothing', async () => {
  const unknown = `wsh_${'0'.repeat(32)}`
  expect((await shop.get(`/shop/wishlist/emails?token=${unknown}`)).status).toBe(404)
  expect((await shop.post(`/shop/wishlist/unsubscribe?token=${unknown}`, {})).status).toBe(404)
  expect((await shop.post('/shop/wishlist/unsubscribe?token=x', {})).status).toBe(400)
})

test('product names cannot inject lines or markup into an email', async () => {
  await updateProduct({ name: '<b>Halo</b>\r\nBcc: all@people.example' })
  await setAlerts({ priceDrop: true })
  await updateProduct({ priceAmount: 5_000 })
  expect(await runAlertJob()).toEqual(['Price drop: <b>Halo</b> Bcc: all@people.example'])
  expect((await readEmails())[0]?.html).not.toContain('<b>')
})
