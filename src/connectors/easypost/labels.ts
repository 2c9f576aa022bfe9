import { z } from 'zod'
import type {
  BoughtLabel,
  Carriers,
  DeclaredItem,
  LabelRefund,
  LabelParcel,
} from '#features/sales/orders/port.ts'
import { type AppError, refused, unavailable } from '#core/errors.ts'
import { parseMinor, toDecimal } from '#core/money.ts'
import { ask, type Answered, type EasyPostServer, isAbsent } from './ask.ts'
import { carrierNamed } from './carrier-names.ts'
import { normalised } from './easypost.ts'
import { CUSTOMS, type Incoterm, type Origin, parcelIn, termsTo } from './rate-request.ts'

/** How long one question about a label may take; a job asks, nobody waits. */
const TIMEOUT_MS = 30_000

/** The largest file of a label that is taken. */
const MOST_BYTES = 5 * 1024 * 1024

const Rate = z.object({
  id: z.string(),
  carrier: z.string(),
  service: z.string(),
  rate: z.string(),
  currency: z.string(),
})

const Shipment = z.object({
  id: z.string().min(1),
  rates: z.array(Rate).default([]),
  messages: z.array(z.object({ carrier: z.string().nullish(), message: z.string().nullish() })).default([]),
  tracking_code: z.string().nullish(),
  selected_rate: Rate.nullish(),
  postage_label: z.object({ label_url: z.url(), label_pdf_url: z.url().nullish() }).nullish(),
  refund_status: z.string().nullish(),
})
type Shipment = z.output<typeof Shipment>

/** What is needed to buy labels of EasyPost. */
export type LabelSetup = EasyPostServer & Readonly<{ from: Origin; incoterm: Incoterm }>

type Labels = Pick<
  Carriers,
  'hubCountry' | 'openShipment' | 'buyLabel' | 'boughtLabel' | 'fetchLabel' | 'giveBackLabel' | 'refundOf'
>

/**
 * Labels of EasyPost (docs.easypost.com/docs/shipments). A shipment is asked for by our reference before one is made, and read
 * before its label is bought: EasyPost knows no idempotency keys, and sells the label of a shipment once.
 */
export function easyPostLabels(setup: LabelSetup): Labels {
  return {
    hubCountry: setup.from.country,
    async openShipment(parcel) {
      const found = await answerOf(setup, { path: shipmentPath(parcel.reference) })
      if (!isAbsent(found)) return read(found).id
      return read(await answerOf(setup, { path: '/v2/shipments', body: shipmentRequest(parcel, setup) })).id
    },
    async buyLabel(shipmentRef, wish) {
      const shipment = read(await answerOf(setup, { path: shipmentPath(shipmentRef) }))
      return boughtOf(shipment) ?? buy(setup, shipment, wish)
    },
    async boughtLabel(shipmentRef) {
      const shipment = await findShipment(setup, shipmentRef)
      return shipment && boughtOf(shipment)
    },
    fetchLabel: (fileUrl) => fetchFile(setup, fileUrl),
    async giveBackLabel(shipmentRef) {
      const before = (await findShipment(setup, shipmentRef))?.refund_status
      if (before && standingOf(before) !== 'turned_down') return standingOf(before)
      const path = `${shipmentPath(shipmentRef)}/refund`
      const after = shipmentIn(await answerOf(setup, { path, body: {} }))
      return after ? standingOf(after.refund_status) : 'turned_down'
    },
    async refundOf(shipmentRef) {
      return standingOf(read(await answerOf(setup, { path: shipmentPath(shipmentRef) })).refund_status)
    },
  }
}

async function buy(setup: LabelSetup, shipment: Shipment, wish: string | null): Promise<BoughtLabel> {
  const rate = chosen(shipment, wish)
  const answer = await answerOf(setup, {
    path: `${shipmentPath(shipment.id)}/buy`,
    body: { rate: { id: rate.id } },
  })
  // Somebody may have been faster, or bought it by an attempt whose answer was lost: what counts is what stands there.
  const after = answer.isOk ? answer : await answerOf(setup, { path: shipmentPath(shipment.id) })
  const bought = boughtOf(read(after))
  if (bought) return bought
  // It may still be bought by what we asked: the next attempt looks again.
  if (answer.isPassing || answer.isOk) throw silent(answer.told)
  if (NEVER_TRIED.has(answer.status ?? 0)) throw notSold(answer.told)
  throw notSoldYet(answer.told)
}

/**
 * The answers that say that nothing was tried (docs.easypost.com/docs/errors): not understood, no key, no money, not allowed, not
 * there. Any other refusal may be about an attempt of somebody else who is being sold the same label this very moment.
 */
const NEVER_TRIED: ReadonlySet<number> = new Set([400, 401, 402, 403, 404])

function chosen({ rates, messages }: Shipment, wish: string | null) {
  const priced = rates.flatMap((rate) => {
    const amount = parseMinor(rate.rate, rate.currency)
    return amount === undefined
      ? []
      : [{ ...rate, amount, name: normalised(`${rate.carrier} ${rate.service}`) }]
  })
  const [cheapest] = priced.toSorted((a, b) => a.amount - b.amount)
  const rate = priced.find(({ name }) => name === wish) ?? cheapest
  if (rate) return rate
  const reasons = messages.map(
    ({ carrier, message }) => `${carrier ?? 'a carrier'}: ${message ?? 'no reason'}`,
  )
  throw notSold(`no carrier takes it. ${reasons.join('; ')}`)
}

/**
 * EasyPost's word for a refund (docs.easypost.com/docs/shipping-refund): most are `submitted` first, for weeks. Carriers that
 * bill on scan, as UPS, FedEx and DHL Express do, answer `not_applicable` whatever is tried again: they have taken nothing yet.
 */
function standingOf(status: string | null | undefined): LabelRefund {
  return STANDINGS[status ?? ''] ?? 'awaited'
}

const STANDINGS: Readonly<Record<string, LabelRefund>> = {
  refunded: 'refunded',
  rejected: 'turned_down',
  not_applicable: 'not_billed',
}

function boughtOf({ postage_label: label, selected_rate: rate, tracking_code: number }: Shipment) {
  if (!label || !rate || !number) return undefined
  const amount = parseMinor(rate.rate, rate.currency)
  // Nothing is booked on a guess; the next attempt reads it again.
  if (amount === undefined) throw silent(`the price ${rate.rate} cannot be read`)
  const bought: BoughtLabel = {
    provider: 'easypost',
    carrier: carrierNamed(rate.carrier),
    service: normalised(`${rate.carrier} ${rate.service}`),
    trackingNumber: number,
    currency: rate.currency,
    amount,
    fileUrl: label.label_pdf_url ?? label.label_url,
  }
  return bought
}

function shipmentPath(id: string): string {
  return `/v2/shipments/${encodeURIComponent(id)}`
}

function shipmentRequest(
  { reference, from, to, currency, customs, ...measures }: LabelParcel,
  { from: hub, incoterm }: LabelSetup,
) {
  const parcel = parcelIn(measures)
  const sender = from ?? hub
  return {
    shipment: {
      reference,
      from_address: sender,
      to_address: to,
      parcel,
      options: { label_format: 'PDF', ...(customs ? termsTo(to.country, incoterm) : {}) },
      ...(customs
        ? {
            customs_info: {
              ...CUSTOMS,
              customs_signer: sender.name,
              customs_items: customsItems(customs, { currency, ounces: parcel.weight }),
            },
          }
        : {}),
    },
  }
}

/**
 * What is in a parcel, a line each: value and weight are the line's. Identifiers as the EU asks for since 1 November 2026
 * (docs.easypost.com/guides/eu-regulatory-updates-guide): the merchant's of a product, and its supplier's, each cut to what is taken.
 */
function customsItems(
  items: readonly DeclaredItem[],
  { currency, ounces }: Readonly<{ currency: string; ounces: number }>,
) {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return items.map(({ title, quantity, amount, productId, sku, originCountry, tariffNumber }) => ({
    description: title,
    quantity,
    value: toDecimal(amount * quantity, currency),
    currency,
    weight: (ounces * quantity) / count,
    origin_country: originCountry,
    hs_tariff_number: tariffNumber,
    code: productId.slice(0, 128),
    ...(sku === '' ? {} : { manufacturer_product_id: sku.slice(0, 64) }),
  }))
}

function answerOf(setup: EasyPostServer, question: { path: string; body?: object }): Promise<Answered> {
  return ask(setup, { ...question, signal: AbortSignal.timeout(TIMEOUT_MS) })
}

function read(answer: Answered): Shipment {
  const shipment = Shipment.safeParse(answer.body)
  if (answer.isOk && shipment.success) return shipment.data
  if (answer.isPassing || answer.isOk) throw silent(answer.told)
  throw notSold(answer.told)
}

/** A shipment; undefined where EasyPost says that there is none. A refused question says nothing: throws `carriers_unreachable`. */
async function findShipment(setup: EasyPostServer, shipmentRef: string): Promise<Shipment | undefined> {
  const answer = await answerOf(setup, { path: shipmentPath(shipmentRef) })
  if (isAbsent(answer)) return undefined
  if (!answer.isOk) throw silent(answer.told)
  return read(answer)
}

/**
 * The shipment that an answer about one tells of; undefined where EasyPost refuses. A key or an account of ours that is wrong is
 * no refusal: somebody mends it.
 */
function shipmentIn(answer: Answered): Shipment | undefined {
  if (OURS_TO_MEND.has(answer.status ?? 0)) throw silent(answer.told)
  return answer.isOk || answer.isPassing ? read(answer) : undefined
}

const OURS_TO_MEND: ReadonlySet<number> = new Set([401, 402, 403])

async function fetchFile({ send, baseUrl }: EasyPostServer, fileUrl: string): Promise<Uint8Array> {
  const { protocol, origin } = new URL(fileUrl)
  if (protocol !== 'https:' && origin !== new URL(baseUrl).origin)
    throw notUsable('the address of its file is none to be trusted')
  // Without our key: the file stands in a store of others.
  const answer = await send(fileUrl, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    () => undefined,
  )
  if (!answer?.ok) throw silent(`the file of the label was not there (${answer?.status ?? 'no answer'})`)
  const announced = Number(answer.headers.get('content-length') ?? 0)
  const bytes = announced > MOST_BYTES ? undefined : new Uint8Array(await answer.arrayBuffer())
  if (!bytes || bytes.length > MOST_BYTES) throw notUsable('its file is too large')
  return bytes
}

function silent(told: string): AppError {
  return unavailable('carriers_unreachable', 'The carriers cannot be asked right now.', new Error(told))
}

function notSold(told: string): AppError {
  return refused('label_not_sold', `The label could not be bought: ${told}`)
}

function notUsable(told: string): AppError {
  return refused('label_not_usable', `The label cannot be used: ${told}`)
}

function notSoldYet(told: string): AppError {
  return unavailable('label_not_sold', `The label could not be bought: ${told}`)
}
