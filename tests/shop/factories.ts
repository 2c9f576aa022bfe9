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
export type CreatedSupplier = Readonly<{
  id: number
  publicId: string
  warehouseId: number
  email: string
  name: string
}>

let createdCount = 0

/** Creates a verified supplier with a warehouse and an email address. */
export async function createTestSupplier(
  db: Database,
  options: { name?: string; isVerified?: boolean } = {},
): Promise<CreatedSupplier> {
  createdCount += 1
  const name = options.name ?? `Atelier ${createdCount}`
  const email = `orders-${createdCount}@atelier.example`
  const [supplier] = await db
    .insert(suppliers)
    .values({
      publicId: newId('supplier'),
      slug: `atelier-${createdCount}`,
      name,
      country: 'IT',
      contactEmail: email,
      isVerified: options.isVerified ?? true,
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

/** The options of a product in tests; prices in cents. */
export type TestProductOptions = Readonly<{
  supplier?: CreatedSupplier
  name?: string
  price?: number
  offer?: number | null
  stock?: number
  categoryId?: number
  isReturnable?: boolean
  isMadeToOrder?: boolean
}>

/** A product with one variant. */
export type CreatedProduct = Readonly<{
  id: string
  variantId: string
  productKey: number
  variantKey: number
  name: string
}>

/** Creates a listed product with one variant, for a new supplier by default. */
export async function createTestProduct(
  db: Database,
  options: TestProductOptions = {},
): Promise<CreatedProduct> {
  const supplier = options.supplier ?? (await createTestSupplier(db))
  createdCount += 1
  const name = options.name ?? `Product ${createdCount}`
  const shared = {
    supplierId: supplier.id,
    sku: `SKU-${createdCount}`,
    priceAmount: options.price ?? 10_000,
    offerAmount: options.offer ?? null,
  }
  const [product] = await db
    .insert(products)
    .values({
      ...shared,
      publicId: newId('product'),
      warehouseId: supplier.warehouseId,
      categoryId: options.categoryId ?? 1,
      name,
      isListed: true,
      stock: options.stock ?? 5,
      variantCount: 1,
      isReturnable: options.isReturnable ?? true,
      isMadeToOrder: options.isMadeToOrder ?? false,
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
          stock: options.stock ?? 5,
        })
        .returning()
    : []
  if (!product || !variant) throw new Error('no product was made')
  return {
    id: product.publicId,
    variantId: variant.publicId,
    productKey: product.id,
    variantKey: variant.id,
    name,
  }
}

/** A complete form of a guest in Singapore with shipping. */
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
} satisfies Partial<OrderFormInput>

/** The checkout form as sent. */
export type OrderFormInput = z.input<typeof OrderForm>

/** Returns the shop's cheapest rate to the guest's address. */
export async function quoteRate(shop: Calls): Promise<{ id: string; rate: number }> {
  const parcel = { toZip: GUEST_FORM.zipCode, toCountry: 'SG', weight: 2, length: 25, width: 20, height: 15 }
  const { rates } = await shop.call(getRates, { body: { shipmentDetails: parcel } })
  const [cheapest] = rates
  if (!cheapest) throw new Error('no rate was quoted')
  return cheapest
}

/** Places the guest's order for these products, one unit of each by default. */
export async function placeGuestOrder(
  shop: Calls,
  units: readonly { id: string; variantId: string | null; quantity?: number }[],
  change: Partial<OrderFormInput> = {},
): Promise<{ id: string; totalAmount: number; expiresAt: string }> {
  const selectedShippingRate = change.selectedShippingRate ?? (await quoteRate(shop))
  const items = units.map(({ id, variantId, quantity }) => ({ id, variantId, quantity: quantity ?? 1 }))
  const { completeOrder } = await shop.call(saveOrder, {
    body: { ...GUEST_FORM, items, selectedShippingRate, ...change },
  })
  return completeOrder
}
