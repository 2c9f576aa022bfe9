import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { rows } from '#database/database.ts'
import { people } from '#features/identity/accounts/tables.ts'
import { products } from '#features/catalogue/catalog/tables.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import { type MadePiece, pieceOnSale } from '#tests/shop/factories.ts'
import { type MadePerson, personSignedIn } from '#tests/shop/people.ts'
import { SHOP_URL, testShop } from '#tests/shop/shop.ts'
import { endWishMails, getWishMails } from './contract.ts'

const shop = await testShop()
const DAY = 24 * HOUR
let mei: MadePerson
let ring: MadePiece

beforeEach(async () => {
  mei = await personSignedIn(shop.db, shop.now(), { email: 'mei@shopper.example' })
  ring = await pieceOnSale(shop.db, { name: 'Halo', price: 10_000 })
})

type Mail = { to: string; subject: string; text: string; html: string; unsubscribeUrl: string }

/** Looks at the wished pieces; gives the subjects of all mails so far, oldest first. */
async function look(): Promise<string[]> {
  await shop.app.jobs.enqueue(shop.db, { job: 'wishlist.tell_news', input: {} })
  await shop.work()
  return (await mails()).map(({ subject }) => subject)
}

async function mails(): Promise<Mail[]> {
  const { text } = await shop.get('/dev/mail.json')
  const read: Mail[] = JSON.parse(text)
  return read.toReversed()
}

type Wished = { priceDrop?: boolean; backInStock?: boolean }

/** Puts a piece on the list and asks for mails about it. */
async function wish(wished: Wished, { piece = ring, person = mei } = {}): Promise<void> {
  await shop.post('/shop/updateWishlist', { data: { productId: piece.id } }, person.headers)
  await ask(wished, { piece, person })
}

function ask(wished: Wished, { piece = ring, person = mei } = {}) {
  return shop.post('/shop/setWishMails', { data: { productId: piece.id, ...wished } }, person.headers)
}

async function change(values: Partial<typeof products.$inferInsert>, piece = ring): Promise<void> {
  await shop.db.update(products).set(values).where(eq(products.id, piece.productKey))
}

test('nothing is told of a piece unless it was wished for', async () => {
  await wish({})
  await change({ priceAmount: 5_000 })
  expect(await look()).toEqual([])
})

test('a lower price is told once, with the price before, and once more when it falls again', async () => {
  await wish({ priceDrop: true })
  expect(await look()).toEqual([])
  await change({ offerAmount: 8_000 })
  expect(await look()).toEqual(['Halo costs less now'])
  const [mail] = await mails()
  expect(mail?.to).toBe('mei@shopper.example')
  expect(mail?.text).toContain('Halo (Costs less: it was $100.00)   $80.00')
  expect(mail?.text).toContain(`${SHOP_URL}/product/${ring.id}`)
  expect(await look()).toHaveLength(1)
  await change({ offerAmount: 7_000 })
  expect(await look()).toHaveLength(2)
})

test('a price that goes up and comes down again is no news, until the higher one has stood for 30 days', async () => {
  await wish({ priceDrop: true })
  await change({ offerAmount: 8_000 })
  expect(await look()).toHaveLength(1)
  for (const offerAmount of [null, 8_000, null]) {
    shop.passTime(DAY)
    await change({ offerAmount })
    expect(await look()).toHaveLength(1)
  }
  shop.passTime(30 * DAY)
  await change({ offerAmount: 9_500 })
  expect(await look()).toHaveLength(1)
  await change({ offerAmount: 9_000 })
  expect(await look()).toHaveLength(2)
  expect((await mails())[1]?.text).toContain('it was $95.00')
})

test('a price that creeps down is told when it has come to a hundredth', async () => {
  await wish({ priceDrop: true })
  await change({ priceAmount: 9_901 })
  expect(await look()).toEqual([])
  await change({ priceAmount: 9_900 })
  expect(await look()).toHaveLength(1)
})

test('a lower price of what is not to be had is told when it is', async () => {
  await wish({ priceDrop: true })
  await change({ priceAmount: 5_000, stock: 0 })
  expect(await look()).toEqual([])
  await change({ stock: 2 })
  expect(await look()).toEqual(['Halo costs less now'])
})

test('a return is told once; what an unpaid order held for an hour was never away', async () => {
  await wish({ backInStock: true })
  await change({ stock: 0 })
  expect(await look()).toEqual([])
  shop.passTime(55 * MINUTE)
  await change({ stock: 1 })
  expect(await look()).toEqual([])
  await change({ stock: 0 })
  await look()
  shop.passTime(HOUR)
  expect(await look()).toEqual([])
  await change({ stock: 4 })
  expect(await look()).toEqual(['Halo is back in stock'])
  expect(await look()).toHaveLength(1)
})

test('who asks for a piece that is away hears of its return at once', async () => {
  await change({ stock: 0 })
  await wish({ backInStock: true })
  await look()
  await change({ stock: 1 })
  expect(await look()).toEqual(['Halo is back in stock'])
})

test('a piece that comes and goes is told once a day, also when it was withdrawn in between', async () => {
  await wish({ backInStock: true })
  for (const gone of [{ stock: 0 }, { status: 'archived' as const }]) {
    await change(gone)
    await look()
    shop.passTime(2 * HOUR)
    await change({ stock: 5, status: 'active' })
    expect(await look()).toHaveLength(1)
  }
  shop.passTime(21 * HOUR)
  expect(await look()).toHaveLength(1)
  shop.passTime(HOUR)
  expect(await look()).toHaveLength(2)
})

test('all news of a person are one letter, and each person gets one', async () => {
  const chain = await pieceOnSale(shop.db, { name: 'Chain', stock: 0 })
  const other = await personSignedIn(shop.db, shop.now(), { email: 'other@shopper.example' })
  await wish({ priceDrop: true })
  await wish({ backInStock: true }, { piece: chain })
  await wish({ priceDrop: true }, { person: other })
  await change({ priceAmount: 6_000 })
  await change({ stock: 3 }, chain)
  expect((await look()).toSorted()).toEqual(['2 pieces of your wishlist have news', 'Halo costs less now'])
  const mine = (await mails()).find(({ to }) => to === mei.email)
  for (const words of ['Halo (Costs less: it was $100.00)   $60.00', 'Chain (Back in stock)   $100.00'])
    expect(mine?.text).toContain(words)
})

test('two looks at once, and one whose outbox fails, tell everything exactly once', async () => {
  await wish({ priceDrop: true })
  await change({ priceAmount: 5_000 })
  await shop.db.execute(sql`
    create function no_mail() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$;
    create trigger no_mail before insert on mails for each row execute function no_mail()`)
  await look()
  await shop.db.execute(sql`drop trigger no_mail on mails; drop function no_mail`)
  expect(await mails()).toEqual([])
  for (const _ of [1, 2]) await shop.app.jobs.enqueue(shop.db, { job: 'wishlist.tell_news', input: {} })
  await shop.work()
  expect(await look()).toEqual(['Halo costs less now'])
})

test('who closed the account, or never verified the address, is not written to and keeps nobody else back', async () => {
  const other = await personSignedIn(shop.db, shop.now())
  await wish({ priceDrop: true })
  await wish({ priceDrop: true }, { person: other })
  await shop.db.update(people).set({ closedAt: shop.now() }).where(eq(people.id, mei.id))
  await change({ priceAmount: 5_000 })
  await look()
  expect((await mails()).map(({ to }) => to)).toEqual([other.email])
})

test('the switches are told apart, keep what they know when set again, and forget it when turned off', async () => {
  await wish({ priceDrop: true })
  expect((await ask({ backInStock: true })).body).toMatchObject({
    tells: { priceDrop: true, backInStock: true },
  })
  await change({ priceAmount: 5_000 })
  await ask({ priceDrop: true })
  expect(await look()).toHaveLength(1)
  const off = await ask({ priceDrop: false, backInStock: false })
  expect(off.body).toMatchObject({ tells: { priceDrop: false, backInStock: false } })
  await change({ priceAmount: 4_000 })
  expect(await look()).toHaveLength(1)
})

test('a mail program ends all mails by one POST, from anywhere; the pieces stay (RFC 8058)', async () => {
  await wish({ priceDrop: true, backInStock: true })
  await change({ priceAmount: 5_000 })
  await look()
  const [mail] = await mails()
  const token = new URL(mail?.unsubscribeUrl ?? '').searchParams.get('token') ?? ''
  expect(mail?.unsubscribeUrl).toBe(`${SHOP_URL}/wishlist/unsubscribe?token=${token}`)
  expect((await shop.call(getWishMails, { query: { token } })).mails).toEqual({
    count: 1,
    email: 'm•••@shopper.example',
  })
  for (const _ of ['once', 'twice']) {
    const answer = await shop.app.http.request(mail?.unsubscribeUrl ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(answer.status).toBe(200)
  }
  expect((await shop.call(endWishMails, { query: { token } })).mails.count).toBe(0)
  await change({ priceAmount: 4_000 })
  expect(await look()).toHaveLength(1)
  expect(await rows(shop.db, sql`select name from wishes`)).toEqual([{ name: 'Halo' }])
})

test('an unknown or broken link changes nothing', async () => {
  const unknown = `wsh_${'0'.repeat(32)}`
  expect((await shop.get(`/shop/wishlist/mails?token=${unknown}`)).status).toBe(404)
  expect((await shop.post(`/shop/wishlist/unsubscribe?token=${unknown}`, {})).status).toBe(404)
  expect((await shop.post('/shop/wishlist/unsubscribe?token=x', {})).status).toBe(400)
})

test('names of pieces write no lines of their own into a letter, and no markup', async () => {
  await change({ name: '<b>Halo</b>\r\nBcc: all@people.example' })
  await wish({ priceDrop: true })
  await change({ priceAmount: 5_000 })
  expect(await look()).toEqual(['<b>Halo</b> Bcc: all@people.example costs less now'])
  expect((await mails())[0]?.html).not.toContain('<b>')
})
