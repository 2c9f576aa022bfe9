import { z } from 'zod'
import { EASYPOST_KEY } from './fake-easypost.ts'
import recorded from './recorded-parcels.json' with { type: 'json' }

/** A tracking step in EasyPost's form: its state, and the time if the carrier gives one. */
export type TrackingStep = Readonly<{ status: string; at: Date | null; message?: string; city?: string }>

/** The state of the fake EasyPost. `sold`, `refunded` and `followed` have an entry for each time it happened. */
export type ParcelState = {
  url: string
  shipments: Shipment[]
  quoted: z.output<typeof ShipmentRequest>['shipment'][]
  opened: z.output<typeof ShipmentRequest>['shipment'][]
  sold: string[]
  refunded: string[]
  followed: string[]
  steps: Map<string, readonly TrackingStep[]>
  /** The currency of rates. */
  currency: string
  /** The factor for the recorded prices; 0 when no carrier accepts a parcel. */
  priceFactor: number
  /** The status with which it refuses to refund returned labels. */
  refusesRefunds: 'rejected' | 'not_applicable' | undefined
  /** The fault of label files: none, too large, or at an untrusted address. */
  badFiles: 'too large' | 'anywhere' | undefined
}

/** An answer: JSON, or the bytes of a file. */
export type FakeAnswer = Readonly<{ status: number; body: unknown; bytes?: string }>

const Address = z.object({
  name: z.string().min(1),
  street1: z.string().min(1),
  city: z.string().min(1),
  zip: z.string(),
  country: z.string().length(2),
  phone: z.string(),
})
const ShipmentRequest = z.object({
  shipment: z.object({
    /** Questions for rates have none. */
    reference: z.string().optional(),
    from_address: Address,
    to_address: Address,
    parcel: z.object({
      length: z.number().positive(),
      width: z.number().positive(),
      height: z.number().positive(),
      weight: z.number().positive(),
    }),
    options: z.strictObject({
      label_format: z.literal('PDF'),
      incoterm: z.enum(['DAP', 'DDP']).optional(),
      commerce_type: z.enum(['B2C', 'B2B']).optional(),
    }),
    customs_info: z
      .object({
        customs_signer: z.string(),
        customs_items: z.array(
          z.object({
            description: z.string(),
            quantity: z.int(),
            value: z.number(),
            weight: z.number().positive(),
            origin_country: z.string().length(2),
            hs_tariff_number: z.string().regex(/^\d{6,10}$/),
            code: z.string().min(1).max(128),
            manufacturer_product_id: z.string().min(1).max(64).optional(),
          }),
        ),
      })
      .optional(),
  }),
})
const BuyRequest = z.object({ rate: z.object({ id: z.string() }) })
const TrackRequest = z.object({
  tracker: z.object({ tracking_code: z.string(), carrier: z.string().optional() }),
})

/** A shipment of the fake; `number` is set once its label is bought, `refund` is the state of its refund. */
type Shipment = { id: string; reference: string; number?: string; rateId?: string; refund?: string }

type RequestContext = Readonly<{ books: ParcelState; id: string; body: unknown }>

const ANSWERS: readonly (readonly [RegExp, (context: RequestContext) => FakeAnswer])[] = [
  [
    /^GET \/labels\/(\w+)\.pdf$/,
    ({ books, id }) => ({ status: 200, body: undefined, bytes: toFileUrl(books, id) }),
  ],
  [/^POST \/beta\/rates$/, quoteRates],
  [/^POST \/v2\/shipments$/, openShipment],
  [/^GET \/v2\/shipments\/(\w+)$/, ({ books, id }) => toShipmentOr404(books, findShipment(books, id))],
  [/^POST \/v2\/shipments\/(\w+)\/buy$/, buyLabel],
  [/^POST \/v2\/shipments\/(\w+)\/refund$/, refund],
  [/^POST \/v2\/trackers$/, createTracker],
  [/^GET \/v2\/trackers\/trk_(\w+)$/, ({ books, id }) => ({ status: 200, body: toTracker(books, id) })],
]

/** Returns EasyPost's response to a call such as `GET /v2/shipments/shp_1`. */
export function handleCall(
  state: ParcelState,
  { call, authorization, body }: Readonly<{ call: string; authorization: string | undefined; body: unknown }>,
): FakeAnswer {
  if (call.includes('/v2/') && authorization !== `Basic ${btoa(`${EASYPOST_KEY}:`)}`)
    return failure(401, 'APIKEY.INVALID')
  for (const [pattern, act] of ANSWERS) {
    const match = pattern.exec(call)
    if (match) return act({ books: state, id: match[1] ?? '', body })
  }
  return failure(404, 'NOT_FOUND')
}

// EasyPost returns the last of several shipments with one reference, which need not be unique.
function findShipment({ shipments }: ParcelState, id: string): Shipment | undefined {
  return shipments.findLast((one) => one.id === id || one.reference === id)
}

/**
 * Rates without a shipment, and so without IDs; the checkout's requests, which name no street, are not supported
 * here.
 */
function quoteRates({ books, body }: RequestContext): FakeAnswer {
  const request = ShipmentRequest.safeParse(body)
  if (!request.success || request.data.shipment.reference !== undefined) return failure(404, 'NOT_FOUND')
  books.quoted.push(request.data.shipment)
  const rates = listRates(books).map(({ id: _id, ...rate }) => rate)
  const messages =
    rates.length === 0 ? [{ carrier: 'USPS', type: 'rate_error', message: 'Too far away.' }] : []
  return { status: 200, body: { rates, messages } }
}

function openShipment({ books, body }: RequestContext): FakeAnswer {
  const request = ShipmentRequest.safeParse(body)
  if (!request.success) return failure(422, 'SHIPMENT.INVALID_PARAMS', request.error.message)
  const { reference } = request.data.shipment
  if (reference === undefined) return failure(422, 'SHIPMENT.INVALID_PARAMS')
  books.opened.push(request.data.shipment)
  const shipment = { id: `shp_${books.shipments.length + 1}`, reference }
  books.shipments.push(shipment)
  return { status: 201, body: toShipment(books, shipment) }
}

function buyLabel({ books, id, body }: RequestContext): FakeAnswer {
  const shipment = findShipment(books, id)
  if (!shipment) return failure(404, 'NOT_FOUND')
  if (shipment.number) return failure(422, 'SHIPMENT.POSTAGE.EXISTS')
  const rateId = BuyRequest.safeParse(body).data?.rate.id ?? ''
  if (!recorded.shipment.rates.some((rate) => rate.id === rateId)) return failure(422, 'RATE.UNAVAILABLE')
  shipment.rateId = rateId
  shipment.number = `94001001103680689${10_000 + books.shipments.indexOf(shipment)}`
  books.sold.push(shipment.id)
  return { status: 200, body: toShipment(books, shipment) }
}

function refund({ books, id }: RequestContext): FakeAnswer {
  const shipment = findShipment(books, id)
  if (!shipment?.number) return failure(422, 'SHIPMENT.REFUND.UNAVAILABLE')
  shipment.refund = books.refusesRefunds ?? 'submitted'
  books.refunded.push(shipment.id)
  return { status: 200, body: toShipment(books, shipment) }
}

/** Completes the pending refunds, weeks after they were requested; returns them in EasyPost's form, oldest first. */
export function completeRefunds({ shipments }: ParcelState, status: 'refunded' | 'rejected') {
  const open = shipments.filter((shipment) => shipment.refund === 'submitted')
  for (const shipment of open) shipment.refund = status
  return open.map(({ id, number }) => ({
    id: `rfnd_${id}`,
    object: 'Refund',
    tracking_code: number,
    confirmation_number: null,
    status,
    carrier: 'USPS',
    shipment_id: id,
  }))
}

function createTracker({ books, body }: RequestContext): FakeAnswer {
  const number = TrackRequest.safeParse(body).data?.tracker.tracking_code
  if (number === undefined) return failure(422, 'TRACKER.INVALID_PARAMS')
  books.followed.push(number)
  return { status: 200, body: toTracker(books, number) }
}

function toShipmentOr404(state: ParcelState, shipment: Shipment | undefined): FakeAnswer {
  return shipment ? { status: 200, body: toShipment(state, shipment) } : failure(404, 'NOT_FOUND')
}

function toFileUrl({ badFiles }: ParcelState, id: string): string {
  return `%PDF-1.4 ${id}`.padEnd(badFiles === 'too large' ? 6 * 1024 * 1024 : 0)
}

function listRates({ currency, priceFactor }: ParcelState) {
  return recorded.shipment.rates
    .filter(() => priceFactor > 0)
    .map((rate) => ({
      ...rate,
      currency,
      rate:
        currency === 'JPY'
          ? String(Math.ceil(Number(rate.rate)))
          : (Number(rate.rate) * priceFactor).toFixed(2),
    }))
}

function toShipment(books: ParcelState, { id, reference, number, rateId, refund: refund_status }: Shipment) {
  const { url, badFiles } = books
  const rates = listRates(books)
  if (!number) return { ...recorded.shipment, rates, id, reference }
  return {
    ...recorded.bought,
    id,
    reference,
    tracking_code: number,
    selected_rate: rates.find((rate) => rate.id === rateId),
    postage_label: {
      ...recorded.bought.postage_label,
      label_url: `${badFiles === 'anywhere' ? 'http://203.0.113.9' : url}/labels/${id}.pdf`,
    },
    refund_status: refund_status ?? null,
  }
}

/** Returns EasyPost's tracker of a number, by its known or given steps. */
export function toTracker({ steps }: ParcelState, number: string, trackingSteps = steps.get(number) ?? []) {
  const [sample] = recorded.tracker.tracking_details
  const tracking_details = trackingSteps.map(({ status, at, message, city }) => ({
    ...sample,
    status,
    message: message ?? status,
    datetime: at?.toISOString() ?? null,
    tracking_location: { ...sample?.tracking_location, city: city ?? null },
  }))
  const id = `trk_${number}`
  const status = trackingSteps.at(-1)?.status ?? 'unknown'
  return { ...recorded.tracker, id, tracking_code: number, status, est_delivery_date: null, tracking_details }
}

/** Returns an error in EasyPost's form. */
export function failure(status: number, code: string, message = 'It does not work.'): FakeAnswer {
  return { status, body: { error: { code, message, errors: [] } } }
}
