import { expect } from 'vitest'
import type { Database } from '#database/database.ts'
import { pieceOnSale, supplierInTrade } from '#tests/shop/factories.ts'
import { personSignedIn } from '#tests/shop/people.ts'
import { callOf, decided, eventually, savedOrder } from './checkout-steps.ts'

/** A guest's paid order of so many of one piece, and what its supplier and an operator may do with it. */
export async function paidOrder(
  { shopUrl, db }: Readonly<{ shopUrl: string; db: Database }>,
  supplierName: string,
  { quantity = 1, isPickup = false }: Readonly<{ quantity?: number; isPickup?: boolean }> = {},
) {
  const supplier = await supplierInTrade(db, { name: supplierName })
  const [owner, operator] = [
    await personSignedIn(db, new Date(), { type: 'manufacturer', owns: supplier }),
    await personSignedIn(db, new Date(), { type: 'operator' }),
  ]
  const piece = await pieceOnSale(db, { supplier, name: `Ring of ${supplierName}`, price: 20_000 })
  const { rates } = await callOf(shopUrl)('POST /shipping/rates', {
    body: {
      shipmentDetails: { toZip: '079903', toCountry: 'SG', weight: 2, length: 25, width: 20, height: 15 },
    },
  })
  const { id } = await savedOrder(shopUrl, piece, {
    shippingMethod: isPickup ? 'pickup' : 'ship',
    selectedShippingRate: isPickup ? null : (rates[0] ?? null),
    items: [{ id: piece.id, variantId: piece.variantId, quantity }],
  })
  await decided(shopUrl, id, 'pay')
  const partOf = async () =>
    (await callOf(shopUrl)('GET /shop/trackOrder/{id}', { params: { id } })).order.supplierOrders[0]
  await eventually(async () => (await partOf())?.state).toBe('paid_hold')
  const part = (await partOf())?.id ?? ''
  const askAt = (headers: Readonly<Record<string, string>>) => async (path: string, body: object) => {
    const answer = await fetch(shopUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    expect(await answer.json()).toMatchObject({ success: true })
  }
  const [ownerAt, operatorAt] = [askAt(owner.headers), askAt(operator.headers)]
  return {
    id,
    part,
    owner,
    /** What the supplier and an operator ask at any address, and of the order. */
    ownerAt,
    operatorAt,
    asOwner: (what: string, body: object) => ownerAt(`/supplier/orders/${part}/${what}`, body),
    asOperator: (what: string, body: object) => operatorAt(`/supplier/orders/${part}/${what}`, body),
  }
}

/** The same after its supplier has sent all of it. */
export async function sentOrder(...asked: Parameters<typeof paidOrder>) {
  const order = await paidOrder(...asked)
  await order.asOperator('move', { event: 'submit', reason: 'so that nobody waits' })
  await order.asOwner('accept', {})
  await order.asOwner('parcels', {
    carrier: 'fedex',
    trackingNumber: '123456789012',
    idempotencyKey: 'parcel-of-the-journey',
  })
  return order
}
