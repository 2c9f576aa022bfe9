import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { field } from '#tests/steps/chat.ts'
import { pieceOnSale, supplierInTrade } from '#tests/shop/factories.ts'
import { personSignedIn, type MadePerson } from '#tests/shop/people.ts'
import { testShop } from '#tests/shop/shop.ts'
import type { OwnPieceData, SentPieceData } from '../own-contract.ts'
import { products } from '../tables.ts'

const shop = await testShop()
const { db } = shop

const RING = { name: 'Moss agate ring', priceCents: 4_990, variants: [{ quantity: 3 }] }

/** A manufacturer with a store. */
async function maker() {
  const store = await supplierInTrade(db)
  return { ...(await personSignedIn(db, shop.now(), { type: 'manufacturer', owns: store })), store }
}

const save = (who: MadePerson, data: Partial<SentPieceData>) =>
  shop.post('/shop/saveMyProduct', { data: { ...RING, ...data } }, who.headers)

async function saved(who: MadePerson, data: Partial<SentPieceData>): Promise<OwnPieceData> {
  const answer = await save(who, data)
  if (answer.status !== 200) throw new Error(answer.text)
  return field(answer, 'product')
}

test('a description that came with structure keeps it as long as its words are left alone', async () => {
  const who = await maker()
  const piece = await pieceOnSale(db, { supplier: who.store })
  const html = '<p>Two <strong>stones</strong>.</p><ul><li>Silver</li><li>Agate &amp; moss</li></ul>'
  await db.update(products).set({ descriptionHtml: html }).where(eq(products.publicId, piece.id))
  const opened: OwnPieceData = field(await shop.get(`/shop/getMyProduct/${piece.id}`, who.headers), 'product')
  expect(opened.description).toBe('Two stones.\n\n– Silver\n– Agate & moss')
  const htmlNow = async () => (await db.select().from(products))[0]?.descriptionHtml
  const { id, description } = opened
  await saved(who, { id, revision: 0, description, category: 'Rings' })
  expect(await htmlNow()).toBe(html)
  await saved(who, { id, revision: 1, description: 'Two stones.', category: 'Rings' })
  expect(await htmlNow()).toBe('<p>Two stones.</p>')
})

test('a description kept from before its limit stays as long as it is left alone; a changed one above the limit is refused', async () => {
  const who = await maker()
  const { id } = await pieceOnSale(db, { supplier: who.store })
  // Characters of three bytes, a tab and a sign without a look, as older imports have kept them.
  const html = `<p>Gold\t&amp; jade\u2060</p>${'<p>金の指輪、翡翠。</p>'.repeat(4_000)}`
  await db.update(products).set({ descriptionHtml: html }).where(eq(products.publicId, id))
  const opened: OwnPieceData = field(await shop.get(`/shop/getMyProduct/${id}`, who.headers), 'product')
  const { description } = opened
  expect(description.length).toBeGreaterThan(35_000)
  const htmlNow = async () => (await db.select().from(products))[0]?.descriptionHtml

  const kept = await saved(who, { id, revision: 0, name: 'Renamed ring', description })
  expect(kept).toMatchObject({ name: 'Renamed ring', revision: 1 })
  expect(await htmlNow()).toBe(html)
  const tooLong = {
    status: 400,
    body: { code: 'description_too_long', details: { fields: ['description'] } },
  }
  for (const longer of [`${description}!`, description.slice(0, 30_000)])
    expect(await save(who, { id, revision: 1, description: longer })).toMatchObject(tooLong)
  expect(await save(who, { description: 'x'.repeat(20_001) })).toMatchObject({
    ...tooLong,
    body: { message: 'Use at most 20,000 characters.' },
  })
  expect(await htmlNow()).toBe(html)
  const fits = 'x'.repeat(20_000)
  expect((await saved(who, { id, revision: 1, description: fits })).description).toBe(fits)
})
