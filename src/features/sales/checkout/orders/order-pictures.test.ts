import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { productImages, productVariants } from '#features/catalogue/catalog/tables.ts'
import { getField, createOwnedSupplier } from '#tests/steps/chat.ts'
import { GUEST_FORM, type CreatedProduct, createTestProduct } from '#tests/shop/factories.ts'
import { completePayment } from '#tests/steps/payments.ts'
import { createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop()

/** Adds a picture that was not fetched yet; returns its key. */
async function createPicture(product: CreatedProduct, position = 1): Promise<number> {
  const [created] = await shop.db
    .insert(productImages)
    .values({
      productId: product.productKey,
      position,
      sourceUrl: `https://supplier.example/${position}.jpg`,
    })
    .returning({ id: productImages.id })
  return created?.id ?? 0
}

/** Marks a picture as fetched. */
async function markFetched(id: number, fileKey: string): Promise<void> {
  await shop.db.update(productImages).set({ fileKey, state: 'ready' }).where(eq(productImages.id, id))
}

async function createPaidOrder(buyer: CreatedAccount, products: readonly CreatedProduct[]) {
  const items = products.map(({ id, variantId }) => ({ id, variantId, quantity: 1 }))
  const form = { ...GUEST_FORM, email: buyer.email, shippingMethod: 'pickup', items }
  const id = getField(await shop.post('/shop/saveOrder', form, buyer.headers), 'completeOrder', 'id')
  await completePayment(shop, id, 'pay')
  const [supplierOrder] = await queryRows<{ id: string }>(
    shop.db,
    sql`select o.public_id as id from supplier_orders o join purchases p on p.id = o.purchase_id
        where p.public_id = ${id}`,
  )
  return { id, partId: supplierOrder?.id ?? '' }
}

type PictureLines = readonly { imageUrl?: string | null; image?: string | null }[]
const getPaths = (lines: PictureLines) => lines.map(({ imageUrl, image }) => imageUrl ?? image ?? null)

/** Returns the pictures of an order in each view: the buyer's list and page, the supplier's page, the conversation's card. */
async function readAllViews(
  { id, partId }: { id: string; partId: string },
  buyer: CreatedAccount,
  owner: CreatedAccount,
) {
  const ordersAnswer = await shop.get('/shop/getMyOrders', buyer.headers)
  const orders = getField<{ id: string; pictures: PictureLines }[]>(ordersAnswer, 'orders')
  const page = await shop.get(`/shop/getMyOrder/${id}`, buyer.headers)
  const [supplierOrder] = getField<{ lines: PictureLines }[]>(page, 'order', 'supplierOrders')
  const supplier = await shop.get(`/supplier/orders/${partId}`, owner.headers)
  const conversation = await shop.post('/chat/conversations', { order: partId }, buyer.headers)
  return {
    list: getPaths(orders.find((order) => order.id === id)?.pictures ?? []),
    page: getPaths(supplierOrder?.lines ?? []),
    supplier: getPaths(getField<PictureLines>(supplier, 'order', 'lines')),
    card: getPaths(getField<PictureLines>(conversation, 'about', 'products')),
  }
}

const inAllViews = (paths: readonly (string | null)[]) => ({
  list: paths,
  page: paths,
  supplier: paths,
  card: paths,
})

test('an order placed before its items’ pictures were fetched shows them afterwards', async () => {
  const { store, owner } = await createOwnedSupplier(shop.db, shop.now())
  const buyer = await createSignedInAccount(shop.db, shop.now())
  const [ring, chain, bare] = [
    await createTestProduct(shop.db, { supplier: store }),
    await createTestProduct(shop.db, { supplier: store }),
    await createTestProduct(shop.db, { supplier: store }),
  ]
  const [first, second, ownPicture] = [
    await createPicture(ring),
    await createPicture(ring, 2),
    await createPicture(chain, 2),
  ]
  const front = await createPicture(chain)
  await shop.db
    .update(productVariants)
    .set({ imageId: ownPicture })
    .where(eq(productVariants.id, chain.variantKey))
  const order = await createPaidOrder(buyer, [ring, chain, bare])
  const views = () => readAllViews(order, buyer, owner)
  expect(await views()).toEqual(inAllViews([null, null, null]))

  await markFetched(second, 'ring-second')
  await markFetched(front, 'chain-front')
  expect(await views()).toEqual(
    inAllViews(['/media/ring-second-400.webp', '/media/chain-front-400.webp', null]),
  )
  await markFetched(first, 'ring-first')
  await markFetched(ownPicture, 'chain-own')
  expect(await views()).toEqual(inAllViews(['/media/ring-first-400.webp', '/media/chain-own-400.webp', null]))
})

test('a line keeps the picture with which it was bought, even if the product’s picture changes', async () => {
  const { store, owner } = await createOwnedSupplier(shop.db, shop.now())
  const buyer = await createSignedInAccount(shop.db, shop.now())
  const ring = await createTestProduct(shop.db, { supplier: store })
  const boughtPicture = await createPicture(ring, 2)
  await markFetched(boughtPicture, 'as-bought')
  const order = await createPaidOrder(buyer, [ring])
  await markFetched(await createPicture(ring), 'newer')
  expect(await readAllViews(order, buyer, owner)).toEqual(inAllViews(['/media/as-bought-400.webp']))
  await shop.db.delete(productImages)
  expect(await readAllViews(order, buyer, owner)).toEqual(inAllViews(['/media/as-bought-400.webp']))
})
