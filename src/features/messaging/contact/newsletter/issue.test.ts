import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { rows } from '#database/database.ts'
import { products } from '#features/catalogue/catalog/tables.ts'
import { HOUR } from '#core/time.ts'
import { newSecretId } from '#core/ids.ts'
import { type MadePiece, type PieceGiven, pieceOnSale, supplierInTrade } from '#tests/shop/factories.ts'
import { SHOP_URL, testShop } from '#tests/shop/shop.ts'
import { unsubscribe } from '../contract.ts'
import { issueOn } from '../rules.ts'
import { newsletterSubscribers } from '../tables.ts'

const shop = await testShop()
const DAY = 24 * HOUR
const KEY = 'a'.repeat(32)
/** The shop's clock stands on 2 March: the issue is February's. */
const IN_FEBRUARY = new Date('2026-02-28T23:59:59Z')

let token = ''
beforeEach(async () => {
  token = await subscriber('mei@shopper.example')
})

async function subscriber(
  email: string,
  change: Partial<typeof newsletterSubscribers.$inferInsert> = {},
): Promise<string> {
  const made = newSecretId('subscription')
  const confirmedAt = new Date('2026-01-05T10:00:00Z')
  const known = { email, token: made, subscribedAt: confirmedAt, confirmedAt, state: 'confirmed' as const }
  await shop.db.insert(newsletterSubscribers).values({ ...known, ...change })
  return made
}

/** A piece with a picture that came at a moment. */
async function newPiece(createdAt = IN_FEBRUARY, given: PieceGiven = {}): Promise<MadePiece> {
  const piece = await pieceOnSale(shop.db, given)
  const pictures = [{ image_url: `/media/${KEY}-800.webp`, key: KEY, tint: null, alt: '' }]
  await shop.db.update(products).set({ createdAt, pictures }).where(eq(products.id, piece.productKey))
  return piece
}

type Mail = { to: string; subject: string; text: string; html: string; unsubscribeUrl: string }

/** Sends what is due; gives all mails so far, oldest first. */
async function send(): Promise<Mail[]> {
  await shop.app.jobs.enqueue(shop.db, { job: 'contact.send_newsletter', input: {} })
  await shop.work()
  const { text } = await shop.get('/dev/mail.json')
  const read: Mail[] = JSON.parse(text)
  return read.toReversed()
}

async function readers(): Promise<string[]> {
  return (await send()).map(({ to }) => to)
}

test('a subscriber gets the new pieces of last month with picture and price, and a way out by one click', async () => {
  const supplier = await supplierInTrade(shop.db, { name: 'Kobe Pearl Works' })
  const ring = await newPiece(IN_FEBRUARY, { supplier, name: 'Tide ring', price: 12_500, offer: 9_900 })
  const [mail] = await send()
  expect(mail).toMatchObject({
    to: 'mei@shopper.example',
    subject: 'New pieces of February',
    unsubscribeUrl: `${SHOP_URL}/newsletter/unsubscribe?token=${token}`,
  })
  expect(mail?.text).toContain('Tide ring (by Kobe Pearl Works)   $99.00')
  expect(mail?.text).toContain(`${SHOP_URL}/product/${ring.id}`)
  expect(mail?.html).toContain(`src="${SHOP_URL}/media/${KEY}-400.webp"`)
  expect(mail?.html).toContain(`href="${SHOP_URL}/newsletter/unsubscribe?token=${token}"`)
})

test('an issue is sent once, whoever asks again that month, and the next one a month later', async () => {
  await newPiece()
  await newPiece(new Date('2026-03-01T00:00:00Z'), { name: 'March ring' })
  for (const _ of [1, 2, 3]) expect(await readers()).toHaveLength(1)
  shop.passTime(30 * DAY)
  expect((await send()).map(({ subject }) => subject)).toEqual([
    'New pieces of February',
    'New pieces of March',
  ])
})

test('nothing is sent when nothing came new, or nothing that can be shown or bought', async () => {
  const bare = await pieceOnSale(shop.db)
  await shop.db.update(products).set({ createdAt: IN_FEBRUARY }).where(eq(products.id, bare.productKey))
  await newPiece(IN_FEBRUARY, { stock: 0 })
  await newPiece(new Date('2026-01-31T23:59:59Z'))
  await newPiece(shop.now())
  const hidden = await newPiece()
  await shop.db.update(products).set({ status: 'draft' }).where(eq(products.id, hidden.productKey))
  expect(await send()).toEqual([])
})

test('only who confirmed before the issue was made is written to, and who left is not', async () => {
  await newPiece()
  await subscriber('pending@shopper.example', { state: 'pending' })
  await subscriber('left@shopper.example', { state: 'unsubscribed', unsubscribedAt: shop.now() })
  expect(await readers()).toEqual(['mei@shopper.example'])
  shop.passTime(HOUR)
  await subscriber('late@shopper.example', { confirmedAt: shop.now() })
  expect(await readers()).toEqual(['mei@shopper.example'])
  await shop.call(unsubscribe, { query: { token } })
  await newPiece(new Date('2026-03-20T00:00:00Z'))
  shop.passTime(30 * DAY)
  expect(await readers()).toEqual(['mei@shopper.example', 'late@shopper.example'])
})

test('killed half-way and done again, everybody gets one, with the same pieces', async () => {
  await newPiece(IN_FEBRUARY, { name: 'Tide ring' })
  for (let n = 0; n < 120; n++) await subscriber(`reader-${n}@shopper.example`)
  // The outbox takes no more after the first batch.
  await shop.db.execute(sql`
    create function full_outbox() returns trigger language plpgsql as $$ begin
      if (select count(*) from mails) >= 60 then raise 'the disk is full'; end if; return null; end $$;
    create trigger full_outbox after insert on mails for each row execute function full_outbox()`)
  expect(await readers()).toHaveLength(50)
  await shop.db.execute(sql`drop trigger full_outbox on mails; drop function full_outbox`)
  await newPiece(IN_FEBRUARY, { name: 'Came while it was sent' })
  await Promise.all([send(), send()])
  const sent = await rows<{ recipient: string; text: string }>(
    shop.db,
    sql`select recipient, text from mails`,
  )
  expect([sent.length, new Set(sent.map(({ recipient }) => recipient)).size]).toEqual([121, 121])
  expect(sent.filter(({ text }) => text.includes('Came while'))).toEqual([])
  const marks = await rows(
    shop.db,
    sql`select distinct last_issue::text as issue from newsletter_subscribers`,
  )
  expect(marks).toEqual([{ issue: '2026-02-01' }])
})

test('an issue shows eight pieces at most, of every supplier first the one that sold best', async () => {
  const [many, few] = [
    await supplierInTrade(shop.db, { name: 'Many' }),
    await supplierInTrade(shop.db, { name: 'Few' }),
  ]
  for (let n = 1; n <= 9; n++) await newPiece(IN_FEBRUARY, { supplier: many, name: `Many ${n}` })
  const loved = await newPiece(IN_FEBRUARY, { supplier: few, name: 'Few 1' })
  await newPiece(IN_FEBRUARY, { supplier: few, name: 'Few 2' })
  await shop.db.update(products).set({ soldCount: 7 }).where(eq(products.id, loved.productKey))
  const text = (await send())[0]?.text ?? ''
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

test('the issue of January’s first days is December’s, in UTC', () => {
  expect(issueOn(new Date('2027-01-01T00:00:00Z'))).toEqual({
    month: '2026-12-01',
    from: new Date('2026-12-01T00:00:00Z'),
    until: new Date('2027-01-01T00:00:00Z'),
  })
})
