import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rows } from '#database/database.ts'
import { productImages, productVariants } from '#features/catalogue/catalog/tables.ts'
import { field, ownedStore } from '#tests/steps/chat.ts'
import { GUEST_FORM, type MadePiece, pieceOnSale } from '#tests/shop/factories.ts'
import { playPayment } from '#tests/steps/paying.ts'
import { personSignedIn, type MadePerson } from '#tests/shop/people.ts'
import { testShop } from '#tests/shop/shop.ts'

const shop = await testShop()

/** A picture of a piece that is still to be fetched; its key. */
async function pictureOf(piece: MadePiece, position = 1): Promise<number> {
  const [made] = await shop.db
    .insert(productImages)
    .values({ productId: piece.productKey, position, sourceUrl: `https://maker.example/${position}.jpg` })
    .returning({ id: productImages.id })
  return made?.id ?? 0
}

/** What is kept once the picture was fetched. */
async function fetched(id: number, fileKey: string): Promise<void> {
  await shop.db.update(productImages).set({ fileKey, state: 'ready' }).where(eq(productImages.id, id))
}

async function paidOrder(buyer: MadePerson, pieces: readonly MadePiece[]) {
  const items = pieces.map(({ id, variantId }) => ({ id, variantId, quantity: 1 }))
  const form = { ...GUEST_FORM, email: buyer.email, shippingMethod: 'pickup', items }
  const id = field(await shop.post('/shop/saveOrder', form, buyer.headers), 'completeOrder', 'id')
  await playPayment(shop, id, 'pay')
  const [part] = await rows<{ id: string }>(
    shop.db,
    sql`select o.public_id as id from supplier_orders o join purchases p on p.id = o.purchase_id
        where p.public_id = ${id}`,
  )
  return { id, partId: part?.id ?? '' }
}

type Shown = readonly { imageUrl?: string | null; image?: string | null }[]
const pathsOf = (shown: Shown) => shown.map(({ imageUrl, image }) => imageUrl ?? image ?? null)

/** The pictures of an order in every view of it: the buyer's list and page, the supplier's page, the card of a conversation. */
async function viewsOf({ id, partId }: { id: string; partId: string }, buyer: MadePerson, owner: MadePerson) {
  const own = await shop.get('/shop/getMyOrders', buyer.headers)
  const orders = field<{ id: string; pictures: Shown }[]>(own, 'orders')
  const page = await shop.get(`/shop/getMyOrder/${id}`, buyer.headers)
  const [part] = field<{ lines: Shown }[]>(page, 'order', 'supplierOrders')
  const supplier = await shop.get(`/supplier/orders/${partId}`, owner.headers)
  const talk = await shop.post('/chat/conversations', { order: partId }, buyer.headers)
  return {
    list: pathsOf(orders.find((order) => order.id === id)?.pictures ?? []),
    page: pathsOf(part?.lines ?? []),
    supplier: pathsOf(field<Shown>(supplier, 'order', 'lines')),
    card: pathsOf(field<Shown>(talk, 'about', 'pieces')),
  }
}

const everywhere = (paths: readonly (string | null)[]) => ({
  list: paths,
  page: paths,
  supplier: paths,
  card: paths,
})

test('an order placed before the pictures of its pieces were fetched shows them once they are there', async () => {
  const { store, owner } = await ownedStore(shop.db, shop.now())
  const buyer = await personSignedIn(shop.db, shop.now())
  const [ring, chain, bare] = [
    await pieceOnSale(shop.db, { supplier: store }),
    await pieceOnSale(shop.db, { supplier: store }),
    await pieceOnSale(shop.db, { supplier: store }),
  ]
  const [first, second, own] = [await pictureOf(ring), await pictureOf(ring, 2), await pictureOf(chain, 2)]
  const front = await pictureOf(chain)
  await shop.db.update(productVariants).set({ imageId: own }).where(eq(productVariants.id, chain.variantKey))
  const order = await paidOrder(buyer, [ring, chain, bare])
  const views = () => viewsOf(order, buyer, owner)
  expect(await views()).toEqual(everywhere([null, null, null]))

  await fetched(second, 'ring-second')
  await fetched(front, 'chain-front')
  expect(await views()).toEqual(
    everywhere(['/media/ring-second-400.webp', '/media/chain-front-400.webp', null]),
  )
  await fetched(first, 'ring-first')
  await fetched(own, 'chain-own')
  expect(await views()).toEqual(everywhere(['/media/ring-first-400.webp', '/media/chain-own-400.webp', null]))
})

test('a line keeps the picture with which it was bought, whatever its piece shows today', async () => {
  const { store, owner } = await ownedStore(shop.db, shop.now())
  const buyer = await personSignedIn(shop.db, shop.now())
  const ring = await pieceOnSale(shop.db, { supplier: store })
  const bought = await pictureOf(ring, 2)
  await fetched(bought, 'as-bought')
  const order = await paidOrder(buyer, [ring])
  await fetched(await pictureOf(ring), 'newer')
  expect(await viewsOf(order, buyer, owner)).toEqual(everywhere(['/media/as-bought-400.webp']))
  await shop.db.delete(productImages)
  expect(await viewsOf(order, buyer, owner)).toEqual(everywhere(['/media/as-bought-400.webp']))
})
