import { z } from 'zod'
import { EASYPOST_KEY } from './fake-easypost.ts'
import recorded from './recorded-parcels.json' with { type: 'json' }

/** A step of a parcel as EasyPost tells it: its word for the state, and when, where the carrier says that. */
export type Step = Readonly<{ status: string; at: Date | null; message?: string; city?: string }>

/** What the played EasyPost knows: `sold`, `refunded` and `followed` have an entry for each time it happened. */
export type Books = {
  url: string
  shipments: Shipment[]
  opened: z.output<typeof Wanted>['shipment'][]
  sold: string[]
  refunded: string[]
  followed: string[]
  steps: Map<string, readonly Step[]>
  /** What rates are in. */
  currency: string
  /** By which word it keeps the money of labels that are given back. */
  refusesRefunds: 'rejected' | 'not_applicable' | undefined
  /** What is wrong with the files of labels: nothing, or they are too large, or stand where nobody can be trusted. */
  badFiles: 'too large' | 'anywhere' | undefined
}

/** An answer: JSON, or the bytes of a file. */
export type Said = Readonly<{ status: number; body: unknown; bytes?: string }>

const Address = z.object({
  name: z.string().min(1),
  street1: z.string().min(1),
  city: z.string().min(1),
  zip: z.string(),
  country: z.string().length(2),
  phone: z.string(),
})
const Wanted = z.object({
  shipment: z.object({
    reference: z.string(),
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
const Buying = z.object({ rate: z.object({ id: z.string() }) })
const Following = z.object({
  tracker: z.object({ tracking_code: z.string(), carrier: z.string().optional() }),
})

/** A shipment as the played EasyPost keeps it; `number` once its label is bought, `refund` how its refund stands. */
type Shipment = { id: string; reference: string; number?: string; rateId?: string; refund?: string }

type Given = Readonly<{ books: Books; id: string; body: unknown }>

const ANSWERS: readonly (readonly [RegExp, (given: Given) => Said])[] = [
  [
    /^GET \/labels\/(\w+)\.pdf$/,
    ({ books, id }) => ({ status: 200, body: undefined, bytes: file(books, id) }),
  ],
  [/^POST \/v2\/shipments$/, openShipment],
  [/^GET \/v2\/shipments\/(\w+)$/, ({ books, id }) => shownOr404(books, find(books, id))],
  [/^POST \/v2\/shipments\/(\w+)\/buy$/, buy],
  [/^POST \/v2\/shipments\/(\w+)\/refund$/, refund],
  [/^POST \/v2\/trackers$/, follow],
  [/^GET \/v2\/trackers\/trk_(\w+)$/, ({ books, id }) => ({ status: 200, body: tracker(books, id) })],
]

/** What EasyPost answers to a call such as `GET /v2/shipments/shp_1`. */
export function answerTo(
  books: Books,
  { call, authorization, body }: Readonly<{ call: string; authorization: string | undefined; body: unknown }>,
): Said {
  if (call.includes('/v2/') && authorization !== `Basic ${btoa(`${EASYPOST_KEY}:`)}`)
    return failure(401, 'APIKEY.INVALID')
  for (const [pattern, act] of ANSWERS) {
    const found = pattern.exec(call)
    if (found) return act({ books, id: found[1] ?? '', body })
  }
  return failure(404, 'NOT_FOUND')
}

// Of several shipments of one reference EasyPost gives the last: references need not be unique there.
function find({ shipments }: Books, id: string): Shipment | undefined {
  return shipments.findLast((one) => one.id === id || one.reference === id)
}

function openShipment({ books, body }: Given): Said {
  const wanted = Wanted.safeParse(body)
  if (!wanted.success) return failure(422, 'SHIPMENT.INVALID_PARAMS', wanted.error.message)
  books.opened.push(wanted.data.shipment)
  const { reference } = wanted.data.shipment
  const shipment = { id: `shp_${books.shipments.length + 1}`, reference }
  books.shipments.push(shipment)
  return { status: 201, body: shown(books, shipment) }
}

function buy({ books, id, body }: Given): Said {
  const shipment = find(books, id)
  if (!shipment) return failure(404, 'NOT_FOUND')
  if (shipment.number) return failure(422, 'SHIPMENT.POSTAGE.EXISTS')
  const rateId = Buying.safeParse(body).data?.rate.id ?? ''
  if (!recorded.shipment.rates.some((rate) => rate.id === rateId)) return failure(422, 'RATE.UNAVAILABLE')
  shipment.rateId = rateId
  shipment.number = `94001001103680689${10_000 + books.shipments.indexOf(shipment)}`
  books.sold.push(shipment.id)
  return { status: 200, body: shown(books, shipment) }
}

function refund({ books, id }: Given): Said {
  const shipment = find(books, id)
  if (!shipment?.number) return failure(422, 'SHIPMENT.REFUND.UNAVAILABLE')
  shipment.refund = books.refusesRefunds ?? 'submitted'
  books.refunded.push(shipment.id)
  return { status: 200, body: shown(books, shipment) }
}

/** Ends the refunds that are under way, weeks after they were taken; EasyPost's shapes of those, oldest first. */
export function endRefunds({ shipments }: Books, status: 'refunded' | 'rejected') {
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

function follow({ books, body }: Given): Said {
  const number = Following.safeParse(body).data?.tracker.tracking_code
  if (number === undefined) return failure(422, 'TRACKER.INVALID_PARAMS')
  books.followed.push(number)
  return { status: 200, body: tracker(books, number) }
}

function shownOr404(books: Books, shipment: Shipment | undefined): Said {
  return shipment ? { status: 200, body: shown(books, shipment) } : failure(404, 'NOT_FOUND')
}

function file({ badFiles }: Books, id: string): string {
  return `%PDF-1.4 ${id}`.padEnd(badFiles === 'too large' ? 6 * 1024 * 1024 : 0)
}

function shown(
  { url, currency, badFiles }: Books,
  { id, reference, number, rateId, refund: refund_status }: Shipment,
) {
  const rates = recorded.shipment.rates.map((rate) => ({
    ...rate,
    currency,
    rate: currency === 'JPY' ? String(Math.ceil(Number(rate.rate))) : rate.rate,
  }))
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

/** What EasyPost tells of a number, by what is known of it or by the given steps. */
export function tracker({ steps }: Books, number: string, given = steps.get(number) ?? []) {
  const [sample] = recorded.tracker.tracking_details
  const tracking_details = given.map(({ status, at, message, city }) => ({
    ...sample,
    status,
    message: message ?? status,
    datetime: at?.toISOString() ?? null,
    tracking_location: { ...sample?.tracking_location, city: city ?? null },
  }))
  const id = `trk_${number}`
  const status = given.at(-1)?.status ?? 'unknown'
  return { ...recorded.tracker, id, tracking_code: number, status, est_delivery_date: null, tracking_details }
}

/** EasyPost's shape of an error. */
export function failure(status: number, code: string, message = 'It does not work.'): Said {
  return { status, body: { error: { code, message, errors: [] } } }
}
