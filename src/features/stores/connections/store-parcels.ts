/**
 * A parcel to the customer of a store's order: units of its lines, and tracking numbers. `reference` is ours, the same
 * in every attempt.
 */
export type StoreParcel = Readonly<{
  reference: string
  orderId: string
  units: readonly StoreUnits[]
  trackings: readonly Readonly<{ carrier: string; number: string; url: string | null }>[]
  shippedAt: Date
  /** All units of the order that we have sent, including this parcel's. */
  sentUnits: readonly StoreUnits[]
  /** The store's ids of other reported parcels of the order. */
  otherIds: readonly string[]
  /** Former numbers of the parcel, which the store may know it by. */
  formerNumbers: readonly string[]
}>

/**
 * A reported parcel with changed numbers, or a reversed one without numbers or units. `externalId` is the store's id of
 * it, null if the report's answer was lost.
 */
export type StoreParcelCorrection = Readonly<{
  parcel: StoreParcel
  externalId: string | null
  isRemoved: boolean
}>

/** Units of a line of a store's order. */
export type StoreUnits = Readonly<{ lineId: string; quantity: number }>

/**
 * The outcome of a parcel in its store, as a message for the store's owner. `waiting`: the store accepts none of it
 * now, and has definitely done nothing more.
 */
export type StoreParcelResult =
  | Readonly<{ outcome: 'sent'; externalId: string; message: string }>
  | Readonly<{ outcome: 'refused' | 'waiting'; reason: string }>

/** An order to cancel; with `isRefunded` its customer is refunded, if the platform does that with a cancellation. */
export type StoreCancellation = Readonly<{ orderId: string; isRefunded: boolean }>

/** The outcome of a cancellation in its store; `accepted`: the store is processing it. */
export type StoreCancelResult =
  | Readonly<{ outcome: 'cancelled' | 'accepted'; message: string }>
  | Readonly<{ outcome: 'refused'; reason: string }>
