/** A change of a variant's stock in a store by a number of units; `reference` is ours, the same in every attempt. */
export type StockAdjustment = Readonly<{
  reference: string
  productId: string
  variantId: string
  stockId: string
  delta: number
  /** The number of times the store has definitely refused it, and the time of the first request. */
  refusals: number
  firstRequestedAt: Date
  now: Date
}>

/**
 * The outcome of an adjustment. `uncounted`: the store does not count that stock, so there is nothing to adjust.
 * `retry`: the store has definitely done nothing, and the next attempt is a new request. `refused`: the same, but a
 * retry would be refused again. `unclear`: the store must be read to find out.
 */
export type StockAdjustmentResult =
  | Readonly<{ outcome: 'adjusted'; quantity: number | null }>
  | Readonly<{ outcome: 'uncounted' }>
  | Readonly<{ outcome: 'gone' }>
  | Readonly<{ outcome: 'retry' | 'refused' | 'unclear'; reason: string }>

/** The stock of a variant in its store; null if it is not counted. */
type StockLevel = Readonly<{ productId: string; variantId: string; quantity: number | null }>

/** A page of a store's stock levels; `next` is the cursor of the following page, null after the last. */
export type StockLevelPage = Readonly<{ levels: readonly StockLevel[]; next: string | null }>
