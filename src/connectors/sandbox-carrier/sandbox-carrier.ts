import { randomInt } from 'node:crypto'
import type { Database } from '#database/database.ts'
import { invalid, refused, unavailable } from '#core/errors.ts'
import { getShippingRules } from '#core/shipping/shipping-rules.ts'
import { addMs, HOUR, MINUTE } from '#core/time.ts'
import type {
  BoughtLabel,
  Carriers,
  LabelParcel,
  LabelRate,
  TrackingEvent,
} from '#features/sales/orders/port.ts'
import { renderSandboxLabel } from './label-pdf.ts'
import {
  findShipment,
  findShipmentByNumber,
  markBought,
  markRefunded,
  openShipment,
  type SandboxShipment,
} from './shipment-queries.ts'

/** The dependencies of the sandbox carrier: its database, and the time. */
export type SandboxCarrier = Readonly<{ db: Database; clock: () => Date }>

const CARRIER = 'sandbox_post'
const CURRENCY = 'USD'

/** The carrier's share of the marketplace's fee, so that a label costs less than the buyer paid. */
const PRICE_SHARE = 0.7

/** The URL scheme of the sandbox's files, which only the sandbox can open. */
const FILE_SCHEME = 'sandbox:'

/** The journey of a parcel after its label was bought; the label can be refunded until the handover. */
const JOURNEY = [
  { afterMs: 0, state: 'info_received', message: 'Label created' },
  { afterMs: 30 * MINUTE, state: 'in_transit', message: 'Handed over to the carrier' },
  { afterMs: 3 * HOUR, state: 'out_for_delivery', message: 'Out for delivery' },
  { afterMs: 5 * HOUR, state: 'delivered', message: 'Delivered' },
] as const

/**
 * Returns the built-in carrier, for marketplaces without an account at a real one. It sells labels for no money,
 * advances their parcels by time, and refunds labels at once. Nothing is shipped.
 */
export function sandboxCarrier({ db, clock }: SandboxCarrier): Carriers {
  return {
    hubCountry: 'SG',
    canTrack: (carrier) => carrier === CARRIER,
    quoteLabel: (parcel) => Promise.resolve(listRates(parcel)),
    async openShipment(parcel) {
      await openShipment(db, parcel, clock())
      return parcel.reference
    },
    async buyLabel(reference, { service, atMost }) {
      const shipment = await getShipment(db, reference)
      const rates = listRates(shipment.parcel)
      const wanted = rates.find((rate) => rate.service === service)
      const rate = atMost ? wanted : (wanted ?? rates[0])
      if (!rate || (atMost && rate.amount > atMost.amount))
        throw refused('label_not_sold', 'The label couldn’t be bought: look at the rates again.')
      const trackingNumber = `SBX${String(randomInt(1e12)).padStart(12, '0')}`
      await markBought(db, {
        reference,
        service: rate.service,
        amount: rate.amount,
        trackingNumber,
        now: clock(),
      })
      const bought = toBoughtLabel(await getShipment(db, reference))
      if (!bought) throw unavailable('carriers_unreachable', 'The carriers can’t be reached right now.')
      return bought
    },
    async boughtLabel(reference) {
      const shipment = await findShipment(db, reference)
      return shipment && toBoughtLabel(shipment)
    },
    fetchLabel: async (fileUrl) =>
      renderSandboxLabel(await getShipment(db, fileUrl.slice(FILE_SCHEME.length)), clock()),
    async giveBackLabel(reference) {
      const { boughtAt } = await getShipment(db, reference)
      if (boughtAt && addMs(boughtAt, 30 * MINUTE) <= clock()) return 'turned_down'
      await markRefunded(db, reference, clock())
      return 'refunded'
    },
    async refundOf(reference) {
      return (await getShipment(db, reference)).refundedAt ? 'refunded' : 'turned_down'
    },
    async track({ number }) {
      const shipment = await findShipmentByNumber(db, number)
      if (!shipment?.boughtAt) throw refused('not_followed', 'The parcel can’t be tracked: it isn’t ours.')
      const steps = listSteps(shipment, clock())
      const expectedAt = addMs(shipment.boughtAt, 5 * HOUR)
      return { trackerRef: number, number, state: steps.at(-1)?.state ?? 'pending', expectedAt, steps }
    },
    parseWebhookEvent() {
      throw invalid('bad_webhook_event', 'The sandbox carrier sends no webhooks.')
    },
  }
}

/** Returns the services to a country, cheapest first, at a share of the buyers' prices. */
function listRates({ to, weightGrams }: LabelParcel): LabelRate[] {
  const kilos = Math.ceil(weightGrams / 500) / 2
  return getShippingRules(to.country).map(({ service, baseAmount, perKiloAmount, maxDays }) => ({
    carrier: CARRIER,
    service,
    currency: CURRENCY,
    amount: Math.max(1, Math.round((baseAmount + perKiloAmount * kilos) * PRICE_SHARE)),
    days: maxDays,
  }))
}

function toBoughtLabel({
  reference,
  service,
  amount,
  trackingNumber,
}: SandboxShipment): BoughtLabel | undefined {
  if (service === null || amount === null || trackingNumber === null) return undefined
  return {
    provider: 'sandbox',
    carrier: CARRIER,
    service,
    trackingNumber,
    currency: CURRENCY,
    amount,
    fileUrl: FILE_SCHEME + reference,
  }
}

function listSteps({ boughtAt, refundedAt, parcel }: SandboxShipment, now: Date): TrackingEvent[] {
  if (!boughtAt) return []
  const places = [
    parcel.from?.city ?? 'Singapore',
    parcel.from?.city ?? 'Singapore',
    parcel.to.city,
    parcel.to.city,
  ]
  return JOURNEY.map(({ afterMs, state, message }, index) => ({
    state,
    message,
    location: places[index] ?? '',
    at: addMs(boughtAt, afterMs),
  })).filter(({ at }, index) => at <= now && (index === 0 || !refundedAt))
}

async function getShipment(db: Database, reference: string): Promise<SandboxShipment> {
  const shipment = await findShipment(db, reference)
  if (!shipment)
    throw refused('label_not_usable', 'The label can’t be used: the label provider doesn’t recognize it.')
  return shipment
}
