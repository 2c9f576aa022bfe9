/**
 * A parcel on its way to the customer of a store's order: units of its lines, and tracking numbers. `reference` is
 * ours, the same in every attempt.
 */
export type StoreParcel = Readonly<{
  reference: string
  orderId: string
  units: readonly StoreUnits[]
  trackings: readonly Readonly<{ carrier: string; number: string; url: string | null }>[]
  shippedAt: Date
  /** All units of the order that we have sent, this parcel's included. */
  sentUnits: readonly StoreUnits[]
  /** The store's ids of other reported parcels of the order. */
  otherIds: readonly string[]
  /** Numbers that the parcel had before: the store may know it by them. */
  formerNumbers: readonly string[]
}>

/**
 * A reported parcel whose numbers changed, or that was taken back and has no numbers or units any more. `externalId` is the
 * store's id of it, null where the report's answer was lost.
 */
export type StoreParcelCorrection = Readonly<{
  parcel: StoreParcel
  externalId: string | null
  isTakenBack: boolean
}>

/** Units of a line of a store's order. */
export type StoreUnits = Readonly<{ lineId: string; quantity: number }>

/**
 * The outcome of a parcel in its store, as a message for the store's owner. `waiting`: the store takes none of it now, and has
 * surely done nothing more.
 */
export type StoreParcelResult =
  | Readonly<{ outcome: 'sent'; externalId: string; message: string }>
  | Readonly<{ outcome: 'refused' | 'waiting'; reason: string }>

/** An order to cancel; with `isRefunded` its customer is refunded, where the platform does that with a cancellation. */
export type StoreCancellation = Readonly<{ orderId: string; isRefunded: boolean }>

/** The outcome of a cancellation in its store; `accepted`: the store works on it. */
export type StoreCancelResult =
  | Readonly<{ outcome: 'cancelled' | 'accepted'; message: string }>
  | Readonly<{ outcome: 'refused'; reason: string }>
