import { z } from 'zod'
import type {
  BoughtLabel,
  Carriers,
  DeclaredItem,
  LabelParcel,
  LabelRefund,
  RateChoice,
} from '#features/sales/orders/port.ts'
import { type AppError, refused, unavailable } from '#core/errors.ts'
import { parseMinor, toDecimal } from '#core/money.ts'
import { sendEasyPostRequest, type EasyPostResponse, type EasyPostServer, isNotFound } from './request.ts'
import { toCarrierName } from './carrier-names.ts'
import {
  labelRefusedError,
  parseRates,
  Rate,
  RateMessages,
  selectRate,
  toServiceName,
  unreachableError,
} from './label-rates.ts'
import { CUSTOMS_INFO, type Incoterm, type Origin, toParcel, getShippingTerms } from './rate-request.ts'

/** The time limit of a request about a label: long, because a job makes it and no user waits. */
const TIMEOUT_MS = 30_000

/** The maximum size of a label's file, in bytes. */
const MAX_LABEL_BYTES = 5 * 1024 * 1024

const Shipment = z.object({
  id: z.string().min(1),
  rates: z.array(Rate).default([]),
  messages: RateMessages,
  tracking_code: z.string().nullish(),
  selected_rate: Rate.nullish(),
  postage_label: z.object({ label_url: z.url(), label_pdf_url: z.url().nullish() }).nullish(),
  refund_status: z.string().nullish(),
})
type Shipment = z.output<typeof Shipment>

/** The dependencies of EasyPost's labels. */
export type LabelSetup = EasyPostServer & Readonly<{ from: Origin; incoterm: Incoterm }>

type Labels = Pick<
  Carriers,
  | 'hubCountry'
  | 'quoteLabel'
  | 'openShipment'
  | 'buyLabel'
  | 'boughtLabel'
  | 'fetchLabel'
  | 'giveBackLabel'
  | 'refundOf'
>

/**
 * Returns the labels service of EasyPost (docs.easypost.com/docs/shipments). A shipment is searched by our reference
 * before it is created, and read before its label is bought, because EasyPost has no idempotency keys. It sells the
 * label of a shipment only once.
 */
export function easyPostLabels(setup: LabelSetup): Labels {
  return {
    hubCountry: setup.from.country,
    async quoteLabel(parcel) {
      const { reference: _reference, ...shipment } = toShipmentRequest(parcel, setup)
      return parseRates(await sendLabelRequest(setup, { path: '/beta/rates', body: { shipment } }))
    },
    async openShipment(parcel) {
      const response = await sendLabelRequest(setup, { path: toShipmentPath(parcel.reference) })
      if (!isNotFound(response)) return parseShipment(response).id
      return parseShipment(
        await sendLabelRequest(setup, {
          path: '/v2/shipments',
          body: { shipment: toShipmentRequest(parcel, setup) },
        }),
      ).id
    },
    async buyLabel(shipmentRef, choice) {
      const shipment = parseShipment(await sendLabelRequest(setup, { path: toShipmentPath(shipmentRef) }))
      return toBoughtLabel(shipment) ?? purchaseLabel(setup, shipment, choice)
    },
    async boughtLabel(shipmentRef) {
      const shipment = await findShipment(setup, shipmentRef)
      return shipment && toBoughtLabel(shipment)
    },
    fetchLabel: (fileUrl) => fetchFile(setup, fileUrl),
    async giveBackLabel(shipmentRef) {
      const refundStatusBefore = (await findShipment(setup, shipmentRef))?.refund_status
      if (refundStatusBefore && toLabelRefund(refundStatusBefore) !== 'turned_down')
        return toLabelRefund(refundStatusBefore)
      const path = `${toShipmentPath(shipmentRef)}/refund`
      const refundedShipment = readShipment(await sendLabelRequest(setup, { path, body: {} }))
      return refundedShipment ? toLabelRefund(refundedShipment.refund_status) : 'turned_down'
    },
    async refundOf(shipmentRef) {
      return toLabelRefund(
        parseShipment(await sendLabelRequest(setup, { path: toShipmentPath(shipmentRef) })).refund_status,
      )
    },
  }
}

async function purchaseLabel(
  setup: LabelSetup,
  shipment: Shipment,
  choice: RateChoice,
): Promise<BoughtLabel> {
  const rate = selectRate(shipment, choice)
  const response = await sendLabelRequest(setup, {
    path: `${toShipmentPath(shipment.id)}/buy`,
    body: { rate: { id: rate.id } },
  })
  // Another attempt may have bought it, or an earlier response was lost: the shipment's current state decides.
  const latestResponse = response.isOk
    ? response
    : await sendLabelRequest(setup, { path: toShipmentPath(shipment.id) })
  const bought = toBoughtLabel(parseShipment(latestResponse))
  if (bought) return bought
  // The request may still succeed at EasyPost: the next attempt looks it up.
  if (response.isTransient || response.isOk) throw unreachableError(response.message)
  if (NOT_ATTEMPTED_STATUSES.has(response.status ?? 0)) throw labelRefusedError(response.message)
  throw labelPendingError(response.message)
}

/**
 * The statuses after which nothing was attempted (docs.easypost.com/docs/errors): bad request, no key, no credit,
 * forbidden, not found. Any other refusal may be caused by a concurrent attempt that is buying the same label.
 */
const NOT_ATTEMPTED_STATUSES: ReadonlySet<number> = new Set([400, 401, 402, 403, 404])

/**
 * Converts EasyPost's refund status (docs.easypost.com/docs/shipping-refund). Most refunds are `submitted` for weeks.
 * Carriers that bill on scan, such as UPS, FedEx and DHL Express, always respond `not_applicable`: they have charged
 * nothing yet.
 */
function toLabelRefund(status: string | null | undefined): LabelRefund {
  return REFUND_STATUSES[status ?? ''] ?? 'awaited'
}

const REFUND_STATUSES: Readonly<Record<string, LabelRefund>> = {
  refunded: 'refunded',
  rejected: 'turned_down',
  not_applicable: 'not_billed',
}

function toBoughtLabel({ postage_label: label, selected_rate: rate, tracking_code: number }: Shipment) {
  if (!label || !rate || !number) return undefined
  const amount = parseMinor(rate.rate, rate.currency)
  // Without a readable price nothing is booked; the next attempt reads it again.
  if (amount === undefined) throw unreachableError(`the price ${rate.rate} cannot be read`)
  const bought: BoughtLabel = {
    provider: 'easypost',
    carrier: toCarrierName(rate.carrier),
    service: toServiceName(rate),
    trackingNumber: number,
    currency: rate.currency,
    amount,
    fileUrl: label.label_pdf_url ?? label.label_url,
  }
  return bought
}

function toShipmentPath(id: string): string {
  return `/v2/shipments/${encodeURIComponent(id)}`
}

function toShipmentRequest(
  { reference, from, to, contents, currency, customs, ...measures }: LabelParcel,
  { from: hub, incoterm }: LabelSetup,
) {
  const parcel = toParcel(measures)
  const sender = from ?? hub
  return {
    reference,
    from_address: sender,
    to_address: to,
    parcel,
    options: { label_format: 'PDF', ...(customs ? getTerms(to.country, { contents, incoterm }) : {}) },
    ...(customs
      ? {
          customs_info: {
            ...CUSTOMS_INFO,
            contents_type: contents,
            customs_signer: sender.name,
            customs_items: toCustomsItems(customs, { currency, ounces: parcel.weight }),
          },
        }
      : {}),
  }
}

/** Returns the customs terms of a parcel that crosses a border; a returned parcel goes to a business. */
function getTerms(
  country: string,
  { contents, incoterm }: Pick<LabelParcel, 'contents'> & Readonly<{ incoterm: Incoterm }>,
) {
  return contents === 'returned_goods' ? { incoterm } : getShippingTerms(country, incoterm)
}

/**
 * Returns the customs items of a parcel, one per line; value and weight are the line's totals. They have the
 * identifiers that the EU requires since 1 November 2026 (docs.easypost.com/guides/eu-regulatory-updates-guide): the
 * merchant's and the supplier's ones of a product, each cut to the accepted length.
 */
function toCustomsItems(
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

function sendLabelRequest(
  setup: EasyPostServer,
  request: { path: string; body?: object },
): Promise<EasyPostResponse> {
  return sendEasyPostRequest(setup, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) })
}

function parseShipment(response: EasyPostResponse): Shipment {
  const shipment = Shipment.safeParse(response.body)
  if (response.isOk && shipment.success) return shipment.data
  if (response.isTransient || response.isOk) throw unreachableError(response.message)
  throw labelRefusedError(response.message)
}

/**
 * Returns a shipment; undefined when EasyPost reports that it does not exist. Throws `carriers_unreachable` for a
 * refusal, which proves nothing.
 */
async function findShipment(setup: EasyPostServer, shipmentRef: string): Promise<Shipment | undefined> {
  const response = await sendLabelRequest(setup, { path: toShipmentPath(shipmentRef) })
  if (isNotFound(response)) return undefined
  if (!response.isOk) throw unreachableError(response.message)
  return parseShipment(response)
}

/**
 * Returns the shipment of a response; undefined when EasyPost refuses. It throws for a wrong key or account, which an
 * operator can correct.
 */
function readShipment(response: EasyPostResponse): Shipment | undefined {
  if (CONFIGURATION_STATUSES.has(response.status ?? 0)) throw unreachableError(response.message)
  return response.isOk || response.isTransient ? parseShipment(response) : undefined
}

const CONFIGURATION_STATUSES: ReadonlySet<number> = new Set([401, 402, 403])

async function fetchFile({ send, baseUrl }: EasyPostServer, fileUrl: string): Promise<Uint8Array> {
  const { protocol, origin } = new URL(fileUrl)
  if (protocol !== 'https:' && origin !== new URL(baseUrl).origin)
    throw labelUnusableError('the address of its file is none to be trusted')
  // Without our key, because the file is on another company's server.
  const response = await send(fileUrl, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    () => undefined,
  )
  if (!response?.ok)
    throw unreachableError(`the file of the label was not there (${response?.status ?? 'no answer'})`)
  const contentLength = Number(response.headers.get('content-length') ?? 0)
  const bytes = contentLength > MAX_LABEL_BYTES ? undefined : new Uint8Array(await response.arrayBuffer())
  if (!bytes || bytes.length > MAX_LABEL_BYTES) throw labelUnusableError('its file is too large')
  return bytes
}

function labelUnusableError(message: string): AppError {
  return refused('label_not_usable', `The label can’t be used: ${message}`)
}

function labelPendingError(message: string): AppError {
  return unavailable('label_not_sold', `The label couldn’t be bought: ${message}`)
}
