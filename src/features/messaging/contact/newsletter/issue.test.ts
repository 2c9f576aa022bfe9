import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { products } from '#features/catalogue/catalog/tables.ts'
import { HOUR } from '#core/time.ts'
import { newSecretId } from '#core/ids.ts'
import {
  type CreatedProduct,
  type TestProductOptions,
  createTestProduct,
  createTestSupplier,
} from '#tests/shop/factories.ts'
import { SHOP_URL, createTestShop } from '#tests/shop/shop.ts'
import { unsubscribe } from '../contract.ts'
import { getDueIssue } from '../rules.ts'
import { newsletterSubscribers } from '../tables.ts'

const shop = await createTestShop()
const DAY = 24 * HOUR
const KEY = 'a'.repeat(32)
/** The shop's clock is at 2 March, so the issue is February's. */
const IN_FEBRUARY = new Date('2026-02-28T23:59:59Z')

let token = ''
beforeEach(async () => {
  token = await createSubscriber('mei@shopper.example')
})

async function createSubscriber(
  email: string,
  change: Partial<typeof newsletterSubscribers.$inferInsert> = {},
): Promise<string> {
  const subscriberToken = newSecretId('subscription')
  const confirmedAt = new Date('2026-01-05T10:00:00Z')
  const values = {
    email,
    token: subscriberToken,
    subscribedAt: confirmedAt,
    confirmedAt,
    state: 'confirmed' as const,
  }
  await shop.db.insert(newsletterSubscribers).values({ ...values, ...change })
  return subscriberToken
}

/** Creates a product with a picture, created at a given time. */
async function createNewProduct(
  createdAt = IN_FEBRUARY,
  options: TestProductOptions = {},
): Promise<CreatedProduct> {
  const product = await createTestProduct(shop.db, options)
  const pictures = [{ image_url: `/media/${KEY}-800.webp`, key: KEY, tint: null, alt: '' }]
  await shop.db.update(products).set({ createdAt, pictures }).where(eq(products.id, product.productKey))
  return product
}

type TestEmail = { to: string; subject: string; text: string; html: string; unsubscribeUrl: string }

/** Sends due issues; returns all emails so far, oldest first. */
async function sendIssueEmails(): Promise<TestEmail[]> {
  await shop.app.jobs.enqueue(shop.db, { job: 'contact.send_newsletter', input: {} })
  await shop.work()
  const { text } = await shop.get('/dev/mail.json')
  const read: TestEmail[] = JSON.parse(text)
  return read.toReversed()
}

async function listReaders(): Promise<string[]> {
  return (await sendIssueEmails()).map(({ to }) => to)
}

test('an issue has the new products of last month with picture and price, and unsubscribes by one click', async () => {
  const supplier = await createTestSupplier(shop.db, { name: 'Kobe Pearl Works' })
  const ring = await createNewProduct(IN_FEBRUARY, {
    supplier,
    name: 'Tide ring',
    price: 12_500,
    offer: 9_900,
  })
  const [email] = await sendIssueEmails()
  expect(email).toMatchObject({
    to: 'mei@shopper.example',
    subject: 'New products of February',
    unsubscribeUrl: `${SHOP_URL}/newsletter/unsubscribe?token=${token}`,
  })
  expect(email?.text).toContain('Tide ring (by Kobe Pearl Works)   $99.00')
  expect(email?.text).toContain(`${SHOP_URL}/product/${ring.id}`)
  expect(email?.html).toContain(`src="${SHOP_URL}/media/${KEY}-400.webp"`)
  expect(email?.html).toContain(`href="${SHOP_URL}/newsletter/unsubscribe?token=${token}"`)
})

test('an issue is sent once a month, even if the job runs again', async () => {
  await createNewProduct()
  await createNewProduct(new Date('2026-03-01T00:00:00Z'), { name: 'March ring' })
  for (const _ of [1, 2, 3]) expect(await listReaders()).toHaveLength(1)
  shop.passTime(30 * DAY)
  expect((await sendIssueEmails()).map(({ subject }) => subject)).toEqual([
    'New products of February',
    'New products of March',
  ])
})

test('no newsletter is sent without new products that have a picture and stock', async () => {
  const productWithoutPicture = await createTestProduct(shop.db)
  await shop.db
    .update(products)
    .set({ createdAt: IN_FEBRUARY })
    .where(eq(products.id, productWithoutPicture.productKey))
  await createNewProduct(IN_FEBRUARY, { stock: 0 })
  await createNewProduct(new Date('2026-01-31T23:59:59Z'))
  await createNewProduct(shop.now())
  const hidden = await createNewProduct()
  await shop.db.update(products).set({ status: 'draft' }).where(eq(products.id, hidden.productKey))
  expect(await sendIssueEmails()).toEqual([])
})

test('an issue goes only to subscribers who confirmed before it was created and are still subscribed', async () => {
  await createNewProduct()
  await createSubscriber('pending@shopper.example', { state: 'pending' })
  await createSubscriber('left@shopper.example', { state: 'unsubscribed', unsubscribedAt: shop.now() })
  expect(await listReaders()).toEqual(['mei@shopper.example'])
  shop.passTime(HOUR)
  await createSubscriber('late@shopper.example', { confirmedAt: shop.now() })
  expect(await listReaders()).toEqual(['mei@shopper.example'])
  await shop.call(unsubscribe, { query: { token } })
  await createNewProduct(new Date('2026-03-20T00:00:00Z'))
  shop.passTime(30 * DAY)
  expect(await listReaders()).toEqual(['mei@shopper.example', 'late@shopper.example'])
})

test('an interrupted issue is sent once to each subscriber, with the same products, when the job runs again', async () => {
  await createNewProduct(IN_FEBRUARY, { name: 'Tide ring' })
  for (let n = 0; n < 120; n++) await createSubscriber(`reader-${n}@shopper.example`)
  // The outbox refuses further emails after the first batch.
  await shop.db.execute(sql`
    create function full_outbox() returns trigger language plpgsql as $$ begin
      if (select count(*) from emails) >= 60 then raise 'the disk is full'; end if; return null; end $$;
    create trigger full_outbox after insert on emails for each row execute function full_outbox()`)
  expect(await listReaders()).toHaveLength(50)
  await shop.db.execute(sql`drop trigger full_outbox on emails; drop function full_outbox`)
  await createNewProduct(IN_FEBRUARY, { name: 'Came while it was sent' })
  await Promise.all([sendIssueEmails(), sendIssueEmails()])
  const sent = await queryRows<{ recipient: string; text: string }>(
    shop.db,
    sql`select recipient, text from emails`,
  )
  expect([sent.length, new Set(sent.map(({ recipient }) => recipient)).size]).toEqual([121, 121])
  expect(sent.filter(({ text }) => text.includes('Came while'))).toEqual([])
  const marks = await queryRows(
    shop.db,
    sql`select distinct last_issue::text as issue from newsletter_subscribers`,
  )
  expect(marks).toEqual([{ issue: '2026-02-01' }])
})

test('an issue has at most eight products, taken from suppliers in turn, best-selling first', async () => {
  const [many, few] = [
    await createTestSupplier(shop.db, { name: 'Many' }),
    await createTestSupplier(shop.db, { name: 'Few' }),
  ]
  for (let n = 1; n <= 9; n++) await createNewProduct(IN_FEBRUARY, { supplier: many, name: `Many ${n}` })
  const popularProduct = await createNewProduct(IN_FEBRUARY, { supplier: few, name: 'Few 1' })
  await createNewProduct(IN_FEBRUARY, { supplier: few, name: 'Few 2' })
  await shop.db.update(products).set({ soldCount: 7 }).where(eq(products.id, popularProduct.productKey))
  const text = (await sendIssueEmails())[0]?.text ?? ''
  expect([...text.matchAll(/^(\w+ \d) \(by/gm)].map(([, name]) => name)).toEqual([
    'Few 1',
    'Many 9',
    'Few 2',
    'Many 8',
    'Many 7',
    'Many 6',
    'Many 5',
    'Many 4',
  ])
})

test('the issue due in early January covers December, in UTC', () => {
  expect(getDueIssue(new Date('2027-01-01T00:00:00Z'))).toEqual({
    month: '2026-12-01',
    from: new Date('2026-12-01T00:00:00Z'),
    until: new Date('2027-01-01T00:00:00Z'),
  })
})
