import type { Queryable } from '#database/database.ts'
import type { CarrierName } from '#core/shipping/carriers.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { TrackingState } from './shapes.ts'

export type { TrackingState } from './shapes.ts'

/** The kind of the effects that request refunds from providers; their subjects are the refunds' public ids. */
export const REFUND_EFFECT = 'refunds.send'

/**
 * Requests a refund from the provider once the transaction commits, by the public id of its request. The request is
 * stored anyway: a timer attempts one that is not sent now.
 */
export type RequestRefund = (tx: Queryable, refundId: string) => Promise<void>

/** The dependencies of orders on later features. */
export type OrderDeps = Readonly<{ enqueue: Enqueue; refund?: RequestRefund }>

/** The sender or recipient of a parcel with the address; the country as ISO 3166 alpha-2. */
export type PostalAddress = Readonly<{
  name: string
  street1: string
  street2?: string | undefined
  city: string
  state?: string | undefined
  zip: string
  country: string
  phone: string
}>

/**
 * A line's customs data: its country of origin (ISO 3166 alpha-2), and 6 to 10 digits of the Harmonised System. The
 * default description is its title, the default amount (of a unit, in cents) its price.
 */
export type DeclaredLine = Readonly<{
  lineId: number
  originCountry: string
  tariffNumber: string
  description?: string
  amount?: number
}>

/**
 * A product's customs data: `amount` in cents a unit, the shop's own id of the product and its supplier's (`sku`), its
 * country of origin (ISO 3166 alpha-2), and its number of the Harmonised System.
 */
export type DeclaredItem = Readonly<{
  title: string
  quantity: number
  amount: number
  productId: string
  sku: string
  originCountry: string
  tariffNumber: string
}>

/**
 * A parcel that needs a label, in grams and millimetres. Without `from` it is handed over at the operator's; without
 * `customs` it passes none.
 */
export type LabelParcel = Readonly<{
  reference: string
  from: PostalAddress | null
  to: PostalAddress
  /** The parcel's content type for customs. */
  contents: 'merchandise' | 'returned_goods'
  weightGrams: number
  lengthMm: number
  widthMm: number
  heightMm: number
  currency: string
  customs: readonly DeclaredItem[] | null
}>

/**
 * A service that labels are sold for. `amount` in minor units of its currency, `days` in transit if the carrier gives
 * them.
 */
export type LabelRate = Readonly<{
  carrier: CarrierName
  service: string
  currency: string
  amount: number
  days: number | null
}>

/**
 * The service to buy a label with. With `atMost` it is exactly that one, for that price at most; without, the cheapest
 * if the requested one is not offered.
 */
export type RateChoice = Readonly<{
  service: string | null
  atMost: Readonly<{ currency: string; amount: number }> | null
}>

/** A paid label, and its seller; `amount` in minor units of its currency. */
export type BoughtLabel = Readonly<{
  provider: string
  carrier: CarrierName
  service: string
  trackingNumber: string
  currency: string
  amount: number
  fileUrl: string
}>

/**
 * The state of a label's refund: requested, received, or refused. A `turned_down` one may be requested again.
 * `not_billed` is final: its carrier charges only labels that it scans, so there is nothing to refund.
 */
export type LabelRefund = 'awaited' | 'refunded' | 'turned_down' | 'not_billed'

/** An event that a carrier reports about a parcel. */
export type TrackingEvent = Readonly<{ state: TrackingState; message: string; location: string; at: Date }>

/** The tracking state of a number: its events in any order, and its expected arrival. */
export type TrackingUpdate = Readonly<{
  trackerRef: string
  number: string
  state: TrackingState
  expectedAt: Date | null
  steps: readonly TrackingEvent[]
}>

/**
 * The interface of a service that sells labels and tracks parcels. All functions throw `unavailable` for an error that
 * a retry may fix, and `refused` for one that it cannot.
 */
export type Carriers = Readonly<{
  /** The country where parcels without a sender of their own are handed over (ISO 3166 alpha-2). */
  hubCountry: string
  /**
   * Returns the services for a parcel, without buying anything. Throws `label_not_sold` (refused) if no carrier accepts
   * it.
   */
  quoteLabel(parcel: LabelParcel): Promise<readonly LabelRate[]>
  /**
   * Returns the carrier's own number of a shipment with our reference; a missing shipment is created, which is free.
   */
  openShipment(parcel: LabelParcel): Promise<string>
  /**
   * Buys the label of a shipment with the requested service. If one was bought before, even by an attempt with a lost
   * answer, it returns that one. Throws `label_not_sold` (refused) if it is not sold, or not at that price, and the
   * same as `unavailable` if another attempt may still be in progress.
   */
  buyLabel(shipmentRef: string, choice: RateChoice): Promise<BoughtLabel>
  /** Returns the label bought for a shipment by any attempt, if any, without buying anything. */
  boughtLabel(shipmentRef: string): Promise<BoughtLabel | undefined>
  /** Returns the file of a label, as PDF. Throws `label_not_usable` if it cannot be fetched. */
  fetchLabel(fileUrl: string): Promise<Uint8Array>
  /**
   * Requests the refund of an unused label; repeating it changes nothing, unless it was turned down before. Returns its state.
   */
  giveBackLabel(shipmentRef: string): Promise<LabelRefund>
  /** Returns the state of a label's refund. */
  refundOf(shipmentRef: string): Promise<LabelRefund>
  /** Whether parcels of a carrier can be followed. */
  canTrack(carrier: CarrierName): boolean
  /** Returns the tracking state of a number; the first call asks the carrier to track it. */
  track(
    tracking: Readonly<{ carrier: CarrierName; number: string; trackerRef: string | null }>,
  ): Promise<TrackingUpdate>
  /** Reads a signed message; throws `bad_signature` and `bad_webhook_event`. Without news it is about nothing we follow. */
  parseWebhookEvent(body: string, header: (name: string) => string | undefined): CarrierWebhookEvent
}>

/**
 * A carrier's webhook event by its own ID: about a parcel, or about a label's refund. A refund has only the carrier's
 * number of the label's shipment; its state has to be looked up.
 */
export type CarrierWebhookEvent = Readonly<{
  eventId: string
  news: TrackingUpdate | undefined
  refundAbout: string | undefined
}>
