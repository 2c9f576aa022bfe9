import type { Queryable } from '#database/database.ts'
import type { CarrierName } from '#core/shipping/carriers.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { TrackingState } from './shapes.ts'

export type { TrackingState } from './shapes.ts'

/** The kind of the effects that ask providers for refunds; their subjects are the refunds' public ids. */
export const REFUND_EFFECT = 'refunds.send'

/**
 * Requests a refund from the provider once the transaction commits, by the public id of its request. The request is stored
 * anyway: one that is not sent now is attempted by a timer.
 */
export type RequestRefund = (tx: Queryable, refundId: string) => Promise<void>

/** The dependencies of orders on later features. */
export type OrderDeps = Readonly<{ enqueue: Enqueue; refund?: RequestRefund }>

/** Who sends or gets a parcel, and where; the country as ISO 3166 alpha-2. */
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
 * A line's customs data: its country of origin (ISO 3166 alpha-2), and 6 to 10 digits of the Harmonised System. Without a
 * description its title is declared, without an amount (of a unit, in cents) its price.
 */
export type DeclaredLine = Readonly<{
  lineId: number
  originCountry: string
  tariffNumber: string
  description?: string
  amount?: number
}>

/**
 * A product's customs data. `amount` in cents a unit, the shop's own id of the product and its supplier's (`sku`), its
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
 * A parcel that needs a label: grams and millimetres. Without `from` it is handed over where the operator's parcels are; without
 * `customs` it does not go through any.
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
 * A service that a label can be bought for. `amount` in minor units of its currency, `days` on the way where the
 * carrier says them.
 */
export type LabelRate = Readonly<{
  carrier: CarrierName
  service: string
  currency: string
  amount: number
  days: number | null
}>

/**
 * The service that a label is bought by. With `atMost` it is that one, for no more than that; without, the cheapest where the
 * wished one is not offered.
 */
export type RateChoice = Readonly<{
  service: string | null
  atMost: Readonly<{ currency: string; amount: number }> | null
}>

/** A label that is paid for, of which seller; `amount` in minor units of its currency. */
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
 * The state of a label's refund: requested, received, or refused. What was `turned_down` may be requested again.
 * `not_billed`, for good: its carrier takes money only for labels that it scans, so that there is none to come back.
 */
export type LabelRefund = 'awaited' | 'refunded' | 'turned_down' | 'not_billed'

/** A word of a carrier about a parcel. */
export type TrackingEvent = Readonly<{ state: TrackingState; message: string; location: string; at: Date }>

/** How a number stands with its carrier: its steps in any order, and when it should arrive. */
export type TrackingUpdate = Readonly<{
  trackerRef: string
  number: string
  state: TrackingState
  expectedAt: Date | null
  steps: readonly TrackingEvent[]
}>

/**
 * The interface of a service that sells labels and tracks parcels. All of it throws `unavailable` for what a later attempt may
 * cure, and `refused` for what it may not.
 */
export type Carriers = Readonly<{
  /** In which country parcels without a sender of their own are handed over (ISO 3166 alpha-2). */
  hubCountry: string
  /** The services that a parcel can be sent by, which buys nothing. Throws `label_not_sold` (refused) where no carrier takes it. */
  quoteLabel(parcel: LabelParcel): Promise<readonly LabelRate[]>
  /** The carrier's own number of a shipment with our reference; it is made where there is none yet, which costs nothing. */
  openShipment(parcel: LabelParcel): Promise<string>
  /**
   * Buys the label of a shipment by the wished service. Of one that was bought before, also by an attempt whose answer was lost, it
   * gives what was bought. Throws `label_not_sold` (refused) where it is not for sale, or not for that price, and the same as
   * `unavailable` where it was refused while another attempt may still be under way.
   */
  buyLabel(shipmentRef: string, choice: RateChoice): Promise<BoughtLabel>
  /** Returns the label bought for a shipment by any attempt, if any; nothing is bought by asking. */
  boughtLabel(shipmentRef: string): Promise<BoughtLabel | undefined>
  /** The file of a label, as PDF. Throws `label_not_usable` where it cannot be taken. */
  fetchLabel(fileUrl: string): Promise<Uint8Array>
  /**
   * Requests the refund of an unused label; repeating it changes nothing, unless it was turned down before. Returns its state.
   */
  giveBackLabel(shipmentRef: string): Promise<LabelRefund>
  /** Returns the state of a label's refund. */
  refundOf(shipmentRef: string): Promise<LabelRefund>
  /** Whether parcels of a carrier can be followed. */
  canTrack(carrier: CarrierName): boolean
  /** How a number stands now; the first time the carrier is asked to follow it. */
  track(
    tracking: Readonly<{ carrier: CarrierName; number: string; trackerRef: string | null }>,
  ): Promise<TrackingUpdate>
  /** Reads a signed message; throws `bad_signature` and `bad_webhook_event`. Without news it is about nothing we follow. */
  parseWebhookEvent(body: string, header: (name: string) => string | undefined): CarrierWebhookEvent
}>

/**
 * A carrier's webhook event by its own ID: about a parcel, or about a label's refund. Of a refund it names the label's
 * shipment by the carrier's own number. What that is, the carrier is asked.
 */
export type CarrierWebhookEvent = Readonly<{
  eventId: string
  news: TrackingUpdate | undefined
  refundAbout: string | undefined
}>
