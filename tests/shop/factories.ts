import { newId } from '#core/ids.ts'
import type { Database } from '#database/database.ts'
import { products, productVariants } from '#features/catalogue/catalog/tables.ts'
import type { OrderForm } from '#features/sales/checkout/contract.ts'
import { getRates } from '#features/sales/shipping/contract.ts'
import { saveOrder } from '#features/sales/checkout/contract.ts'
import { suppliers, warehouses } from '#features/catalogue/suppliers/tables.ts'
import type { z } from '@hono/zod-openapi'
import type { Calls } from './calls.ts'

/** A supplier and its warehouse; `id` is the internal key. */
export type MadeSupplier = Readonly<{
  id: number
  publicId: string
  warehouseId: number
  email: string
  name: string
}>

let made = 0

/** A verified supplier with a warehouse and a mail address. */
export async function supplierInTrade(
  db: Database,
  given: { name?: string; isVerified?: boolean } = {},
): Promise<MadeSupplier> {
  made += 1
  const name = given.name ?? `Atelier ${made}`
  const email = `orders-${made}@atelier.example`
  const [supplier] = await db
    .insert(suppliers)
    .values({
      publicId: newId('supplier'),
      slug: `atelier-${made}`,
      name,
      country: 'IT',
      contactEmail: email,
      isVerified: given.isVerified ?? true,
    })
    .returning()
  const [warehouse] = supplier
    ? await db
        .insert(warehouses)
        .values({ supplierId: supplier.id, name: `${name} Warehouse`, country: 'IT' })
        .returning()
    : []
  if (!supplier || !warehouse) throw new Error('no supplier was made')
  return { id: supplier.id, publicId: supplier.publicId, warehouseId: warehouse.id, email, name }
}

/** What matters of a piece to a test; prices in cents. */
export type PieceGiven = Readonly<{
  supplier?: MadeSupplier
  name?: string
  price?: number
  offer?: number | null
  stock?: number
  categoryId?: number
  isReturnable?: boolean
}>

/** A piece with one variant. */
export type MadePiece = Readonly<{
  id: string
  variantId: string
  productKey: number
  variantKey: number
  name: string
}>

/** A listed piece with one variant, of a new supplier unless one is given. */
export async function pieceOnSale(db: Database, given: PieceGiven = {}): Promise<MadePiece> {
  const supplier = given.supplier ?? (await supplierInTrade(db))
  made += 1
  const name = given.name ?? `Piece ${made}`
  const shared = {
    supplierId: supplier.id,
    sku: `SKU-${made}`,
    priceAmount: given.price ?? 10_000,
    offerAmount: given.offer ?? null,
  }
  const [product] = await db
    .insert(products)
    .values({
      ...shared,
      publicId: newId('product'),
      warehouseId: supplier.warehouseId,
      categoryId: given.categoryId ?? 1,
      name,
      isListed: true,
      stock: given.stock ?? 5,
      variantCount: 1,
      isReturnable: given.isReturnable ?? true,
    })
    .returning()
  const [variant] = product
    ? await db
        .insert(productVariants)
        .values({
          ...shared,
          publicId: newId('variant'),
          productId: product.id,
          position: 1,
          stock: given.stock ?? 5,
        })
        .returning()
    : []
  if (!product || !variant) throw new Error('no piece was made')
  return {
    id: product.publicId,
    variantId: variant.publicId,
    productKey: product.id,
    variantKey: variant.id,
    name,
  }
}

/** The form of a guest in Singapore who picks up nothing and misses nothing. */
export const GUEST_FORM = {
  email: 'guest@shopper.example',
  subscribeToOffers: false,
  shippingMethod: 'ship',
  country: 'SG',
  firstName: 'Mei',
  lastName: 'Tan',
  blockNumber: '12',
  streetAddress: 'Tanjong Pagar Road',
  unitNumber: '#04-11',
  zipCode: '079903',
  mobileNumber: '91234567',
} satisfies Partial<Form>

/** The checkout form as sent. */
export type Form = z.input<typeof OrderForm>

/** The cheapest rate to the guest's address, as the shop quotes it. */
export async function quotedRate(shop: Calls): Promise<{ id: string; rate: number }> {
  const parcel = { toZip: GUEST_FORM.zipCode, toCountry: 'SG', weight: 2, length: 25, width: 20, height: 15 }
  const { rates } = await shop.call(getRates, { body: { shipmentDetails: parcel } })
  const [cheapest] = rates
  if (!cheapest) throw new Error('no rate was quoted')
  return cheapest
}

/** Places the guest's order for these pieces, one of each unless `quantity` says otherwise. */
export async function placeGuestOrder(
  shop: Calls,
  pieces: readonly { id: string; variantId: string | null; quantity?: number }[],
  change: Partial<Form> = {},
): Promise<{ id: string; totalAmount: number; expiresAt: string }> {
  const selectedShippingRate = change.selectedShippingRate ?? (await quotedRate(shop))
  const items = pieces.map(({ id, variantId, quantity }) => ({ id, variantId, quantity: quantity ?? 1 }))
  const { completeOrder } = await shop.call(saveOrder, {
    body: { ...GUEST_FORM, items, selectedShippingRate, ...change },
  })
  return completeOrder
}
