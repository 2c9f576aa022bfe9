import { parseCents } from '#core/money.ts'
import type { RemoteProduct } from '#features/stores/connections/service.ts'

/** A listing as it was last sent to its store, which has taken it. */
export type SentListing = Readonly<{
  productKey: number
  externalId: string
  sent: Readonly<{
    currency: string
    variants: Readonly<Record<string, Readonly<{ price: string | null; quantity: number }>>>
  }>
  /** Whether its vendor sets its price in the store. */
  isPriceLocked: boolean
  /** Units in unpaid orders of the store, which it may hold back. */
  unpaidUnits: number
}>

/** The differences of a listing in its store from what was sent. */
export type Drift = Readonly<{ stock: boolean; price: boolean }>

/**
 * Returns how a product in a store differs from what was sent. Of several variants only their stock in sum is known, and
 * none where the store doesn't count it.
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
