import type { InterruptionPoint, PreparedEffect } from '../effect.ts'
import type { StoreOrder } from './store-orders.ts'
import type { StoreShop } from './store-shop.ts'
import type { StoreSupplier, StoreVendor } from './store-vendors.ts'

/** Orders by the step that they have reached, and the newest product that all stores sell. */
type StoreProgress = {
  known: readonly StoreOrder[]
  paid: readonly StoreOrder[]
  forwarded: readonly StoreOrder[]
  shipped: readonly StoreOrder[]
  productKey: number | undefined
}

/**
 * The vendors and suppliers of a search. Each cycle takes orders a step further: those that came in are paid in the
 * next one, then forwarded, shipped and corrected.
 */
export type StoreWorld = Readonly<{
  shop: StoreShop
  vendors: readonly StoreVendor[]
  suppliers: readonly StoreSupplier[]
  progress: StoreProgress
}>

/** A kind of effect between the marketplace and vendors' stores. */
export type StoreEffect = Readonly<{ name: string; prepare(world: StoreWorld): Promise<PreparedEffect> }>

/** Stops calls to stores at a point before or after them; returns how many stand there. */
export function stopCalls(
  { gate }: StoreShop,
  point: InterruptionPoint,
  { calls, about }: Readonly<{ calls: RegExp; about?: readonly string[] }>,
): () => Promise<number> {
  const count = gate.stop(calls, point === 'before it is asked' ? 'before' : 'after', about)
  return async () => count()
}
