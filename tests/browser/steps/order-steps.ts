import { expect } from 'vitest'
import type { Database } from '#database/database.ts'
import { createTestProduct, createTestSupplier, type CreatedSupplier } from '#tests/shop/factories.ts'
import { createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import { createShopCall, pressPaymentButton, eventually, saveGuestOrder } from './checkout-steps.ts'

/** Creates a guest's paid order of one product and returns its supplier's and an operator's actions. */
export async function createGuestOrder(
  { shopUrl, db }: Readonly<{ shopUrl: string; db: Database }>,
  supplierName: string,
  {
    quantity = 1,
    isPickup = false,
    like,
  }: Readonly<{
    quantity?: number
    isPickup?: boolean
    /** An earlier order; the new one is for the same supplier. */
    like?: Readonly<{ supplier: CreatedSupplier; owner: CreatedAccount }>
  }> = {},
) {
  const supplier = like?.supplier ?? (await createTestSupplier(db, { name: supplierName }))
  const [owner, operator] = [
    like?.owner ?? (await createSignedInAccount(db, new Date(), { type: 'manufacturer', owns: supplier })),
    await createSignedInAccount(db, new Date(), { type: 'operator', withPassword: true }),
  ]
  const product = await createTestProduct(db, { supplier, name: `Ring of ${supplierName}`, price: 20_000 })
  const { rates } = await createShopCall(shopUrl)('POST /shipping/rates', {
    body: {
      shipmentDetails: { toZip: '079903', toCountry: 'SG', weight: 2, length: 25, width: 20, height: 15 },
    },
  })
  const { id } = await saveGuestOrder(shopUrl, product, {
    shippingMethod: isPickup ? 'pickup' : 'ship',
    selectedShippingRate: isPickup ? null : (rates[0] ?? null),
    items: [{ id: product.id, variantId: product.variantId, quantity }],
  })
  await pressPaymentButton(shopUrl, id, 'pay')
  const readSupplierOrder = async () =>
    (await createShopCall(shopUrl)('GET /shop/trackOrder/{id}', { params: { id } })).order.supplierOrders[0]
  await eventually(async () => (await readSupplierOrder())?.state).toBe('paid_hold')
  const supplierOrderId = (await readSupplierOrder())?.id ?? ''
  const createPoster = (headers: Readonly<Record<string, string>>) => async (path: string, body: object) => {
    const answer = await fetch(shopUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    expect(await answer.json()).toMatchObject({ success: true })
  }
  const [postAsOwner, postAsOperator] = [createPoster(owner.headers), createPoster(operator.headers)]
  return {
    id,
    part: supplierOrderId,
    supplier,
    owner,
    /** The calls of the supplier and an operator, at any path and of the order. */
    ownerAt: postAsOwner,
    operatorAt: postAsOperator,
    asOwner: (what: string, body: object) => postAsOwner(`/supplier/orders/${supplierOrderId}/${what}`, body),
    asOperator: (what: string, body: object) =>
      postAsOperator(`/supplier/orders/${supplierOrderId}/${what}`, body),
  }
}

/** Creates a guest's order that its supplier has shipped completely. */
export async function createShippedGuestOrder(...input: Parameters<typeof createGuestOrder>) {
  const order = await createGuestOrder(...input)
  await order.asOperator('move', { event: 'submit', reason: 'so that nobody waits' })
  await order.asOwner('accept', {})
  await order.asOwner('parcels', {
    carrier: 'fedex',
    trackingNumber: '123456789012',
    idempotencyKey: 'parcel-of-the-journey',
  })
  return order
}
