import { parseCents } from '#core/money.ts'
import type { RemoteProduct } from '#features/stores/connections/service.ts'

/** A listing as its store last accepted it. */
export type SentListing = Readonly<{
  productKey: number
  externalId: string
  sent: Readonly<{
    currency: string
    variants: Readonly<Record<string, Readonly<{ price: string | null; quantity: number }>>>
  }>
  /** Whether its vendor sets its price in the store. */
  isPriceLocked: boolean
  /** Units in the store's unpaid orders, which it may have reserved. */
  unpaidUnits: number
}>

/** The differences of a listing in its store from what was sent. */
export type Drift = Readonly<{ stock: boolean; price: boolean }>

/**
 * Returns how a product in a store differs from what was sent. Only the total stock of its variants is known, and none
 * if the store doesn't count it.
 */
export function findDrift(
  { sent, isPriceLocked, unpaidUnits }: SentListing,
  { quantity, priceAmount }: Pick<RemoteProduct, 'quantity' | 'priceAmount'>,
  currency: string,
): Drift {
  const variants = Object.values(sent.variants)
  const [only] = variants.length === 1 ? variants : []
  const wanted = variants.reduce((sum, one) => sum + one.quantity, 0)
  const price = isPriceLocked || sent.currency !== currency ? null : (only?.price ?? null)
  return {
    stock: quantity !== null && (quantity > wanted || quantity < Math.max(0, wanted - unpaidUnits)),
    price: price !== null && priceAmount !== null && parseCents(price) !== priceAmount,
  }
}
