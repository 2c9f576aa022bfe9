import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import type { Database } from '#database/database.ts'
import { AppError, invalid } from '#core/errors.ts'
import { CARRIERS, type CarrierName, carrierTitle, REAL_CARRIERS } from '#core/shipping/carriers.ts'
import { parseTrackingNumber } from '../parcels/tracking-numbers.ts'
import { sendParcel } from '../parcels/send-parcel.ts'
import type { OrderDeps } from '../port.ts'
import type { SupplierOrderState } from '../shapes.ts'
import type { TrackingRowData } from './contract.ts'
import { listOrdersByNumber, type NumberedOrder } from './tracking-queries.ts'

type TrackingImport = Readonly<{
  ownerId: number
  /** The account that imports them. */
  memberId: number
  csv: string
  /** Whether parcels are added; without it each row reports what it would do. */
  confirm: boolean
  deps: OrderDeps
  now: Date
}>

/** A row of the file, with the order that it names. */
type ReadRow = Readonly<{ line: number; number: string; carrierText: string; trackingNumber: string }>

const MAX_ROWS = 1_000
const SHIPPABLE_STATES: readonly SupplierOrderState[] = ['accepted', 'in_progress', 'cancel_requested']

/**
 * Adds a parcel for each row of a tracking file and returns the rows' results. A parcel contains all that is left of
 * its order; each row has a transaction of its own. Refuses with `csv_unreadable`, `columns_missing` and
 * `too_many_rows`.
 */
export async function importTrackingNumbers(
  db: Database,
  { ownerId, memberId, csv, confirm, deps, now }: TrackingImport,
): Promise<TrackingRowData[]> {
  const rows = readRows(csv)
  const numbers = rows.map(({ number }) => number)
  const orders = Map.groupBy(await listOrdersByNumber(db, ownerId, numbers), ({ number }) => number)
  const results: TrackingRowData[] = []
  for (const row of rows) {
    const checked = checkRow(row, orders.get(row.number) ?? [])
    if (!confirm || !checked.order || !checked.carrier || checked.row.status !== 'ready') {
      results.push(checked.row)
      continue
    }
    const { order, carrier } = checked
    const cause = { actor: 'supplier', accountId: memberId } as const
    try {
      await sendParcel(
        db,
        { id: order.id, scope: { ownerId }, cause, deps, now },
        {
          carrier,
          number: row.trackingNumber,
          units: undefined,
          idempotencyKey: toParcelKey(carrier, row.trackingNumber),
        },
      )
      results.push({ ...checked.row, status: 'added', message: 'The parcel has been added.' })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      results.push({ ...checked.row, status: 'refused', message: error.message })
    }
  }
  return results
}

/** Returns a parcel's idempotency key: a repeated file with the same carrier and number adds no second parcel. */
function toParcelKey(carrier: CarrierName, trackingNumber: string): string {
  const number = trackingNumber.replaceAll(/[\s-]/g, '').toUpperCase()
  return `csv-${createHash('sha256').update(`${carrier}:${number}`).digest('hex').slice(0, 40)}`
}

function checkRow(
  { line, number, carrierText, trackingNumber }: ReadRow,
  orders: readonly NumberedOrder[],
): { row: TrackingRowData; order?: NumberedOrder; carrier?: CarrierName } {
  const carrier = findCarrier(carrierText)
  const toRow = (status: TrackingRowData['status'], message: string): TrackingRowData => ({
    line,
    number,
    carrier: carrier ?? null,
    trackingNumber,
    status,
    message,
  })
  const refuse = (message: string) => ({ row: toRow('refused', message) })
  const [order, ...others] = orders
  if (!order) return refuse('Your store has no order with this number.')
  if (!carrier)
    return refuse(`We don’t know this carrier. Use one of ${REAL_CARRIERS.map(carrierTitle).join(', ')}.`)
  const parsed = parseTrackingNumber(carrier, trackingNumber)
  if (parsed === undefined) return refuse(`${carrierTitle(carrier)} has no tracking numbers like this one.`)
  if (order.trackingNumbers.includes(parsed)) return { row: toRow('known', 'This parcel is there already.') }
  if (others.length > 0)
    return refuse('This number has several shipments of your store. Add the parcel on the order’s page.')
  if (order.isPickup) return refuse('This order is picked up, so it has no carrier.')
  if (order.state === 'submitted' || order.state === 'paid_hold') return refuse('Accept the order first.')
  if (!SHIPPABLE_STATES.includes(order.state) || order.left === 0)
    return refuse('Nothing in this order is left to ship.')
  const items = order.left === 1 ? '1 item' : `${order.left} items`
  return { row: toRow('ready', `Ships ${items}.`), order, carrier }
}

function findCarrier(text: string): CarrierName | undefined {
  const simplify = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '')
  return CARRIERS.find(
    (name) => simplify(name) === simplify(text) || simplify(carrierTitle(name)) === simplify(text),
  )
}

const COLUMN_NAMES = {
  number: ['order', 'ordernumber', 'number', 'name'],
  carrier: ['carrier', 'trackingcompany', 'company', 'shippingcarrier'],
  trackingNumber: ['trackingnumber', 'tracking', 'trackingno', 'trackingcode'],
} as const

function readRows(csv: string): ReadRow[] {
  const [header = [], ...records] = parseCsv(csv)
  const simplified = header.map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ''))
  const find = (names: readonly string[]) => simplified.findIndex((name) => names.includes(name))
  const number = find(COLUMN_NAMES.number)
  const carrier = find(COLUMN_NAMES.carrier)
  const tracking = find(COLUMN_NAMES.trackingNumber)
  if (number < 0 || carrier < 0 || tracking < 0)
    throw invalid(
      'columns_missing',
      'The first line must name the columns “order”, “carrier” and “tracking number”.',
    )
  if (records.length > MAX_ROWS)
    throw invalid('too_many_rows', `A file can have at most ${MAX_ROWS} rows. Please split it.`)
  return records.map((cells, index) => ({
    line: index + 2,
    number: (cells[number] ?? '').replace(/^#/, '').toUpperCase(),
    carrierText: cells[carrier] ?? '',
    trackingNumber: (cells[tracking] ?? '').replace(/^'/, ''),
  }))
}

function parseCsv(csv: string): string[][] {
  const firstLine = csv.split('\n', 1)[0] ?? ''
  const delimiter = ['\t', ';', ','].find((sign) => firstLine.includes(sign)) ?? ','
  try {
    const rows: string[][] = parse(csv, {
      bom: true,
      delimiter,
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
    })
    return rows
  } catch {
    throw invalid('csv_unreadable', 'We couldn’t read this as CSV. Check the quotation marks.')
  }
}
