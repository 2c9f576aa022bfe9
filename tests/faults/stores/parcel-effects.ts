import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import { expectSuccess } from '../../steps/payouts.ts'
import type { InterruptionPoint, Outcome } from '../effect.ts'
import type { DatabaseGate } from '../gated-database.ts'
import { type StoreEffect, stopCalls } from './store-effect.ts'
import { acceptParts, readOrders, type StoreOrder } from './store-orders.ts'
import type { StoreShop } from './store-shop.ts'
import { signIn, type StoreSupplier } from './store-vendors.ts'

/** A parcel to report, or a correction of one: the supplier order, and the tracking number that is new. */
type Report = Readonly<{ part: string; supplierId: number; parcel: string; before: string; number: string }>

let numberCount = 0

/** Returns a tracking number that no other parcel has. */
function createNumber(): string {
  numberCount += 1
  return `KILL${String(1_000_000 + numberCount)}X`
}

async function listReports(shop: StoreShop, orders: readonly StoreOrder[]): Promise<Report[]> {
  const known = await readOrders(shop, orders)
  return [...known.values()].flatMap(({ parts }) =>
    parts.map(({ id, supplierId, parcels: [parcel] }) => ({
      part: id,
      supplierId,
      parcel: parcel?.id ?? '',
      before: parcel?.number ?? '',
      number: createNumber(),
    })),
  )
}

/** Sends a call of each report's supplier. */
async function callAsSuppliers(
  shop: StoreShop,
  suppliers: readonly StoreSupplier[],
  { reports, toCall }: Readonly<{ reports: readonly Report[]; toCall: (report: Report) => [string, object] }>,
): Promise<void> {
  const byId = new Map(suppliers.map((one) => [one.supplier.id, one]))
  const signedIn = new Map<number, Record<string, string>>()
  for (const [id, { owner }] of byId) signedIn.set(id, await signIn(shop, owner))
  await Promise.all(
    reports.map((report) =>
      expectSuccess(shop.post(...toCall(report), signedIn.get(report.supplierId) ?? {})),
    ),
  )
}

/** Stops what stores are told about these numbers; a store without fulfillments gets notes. */
async function stopReports(
  shop: StoreShop,
  point: InterruptionPoint,
  { gate, reports }: Readonly<{ gate: DatabaseGate; reports: readonly Report[] }>,
): Promise<() => Promise<number>> {
  if (point === 'before its answer is kept') return shop.gates.stop(gate)
  return stopCalls(shop, point, {
    calls: /^POST .*\/(graphql\.json|orders\/\d+\/(fulfillments(\/\d+)?|notes))$/,
    about: reports.map(({ number }) => number),
  })
}

type ReportRow = Readonly<{ number: string; reports: number; effects: number; isDone: boolean }>

/** Returns how often each number is in its store, and in how many effects that are done. */
async function judge({ db }: StoreShop, kind: string, reports: readonly Report[]): Promise<Outcome[]> {
  const numbers = reports.map(({ number }) => number)
  const rows = await queryRows<ReportRow>(
    db,
    sql`
      select n.number,
        (select count(*) from practice_fulfillments f where f.tracking::text like '%' || n.number || '%')::int
          + coalesce((select count(*) from practice_orders o cross join jsonb_array_elements(o.notes) note
              where o.id = x.order_id and note ->> 'text' like '%' || n.number || '%'), 0)::int as reports,
        coalesce(e.effects, 0) as effects, coalesce(e.is_done, false) as "isDone"
      from unnest(${sql.param(numbers)}::text[]) n (number)
      left join parcel_trackings t on t.number = n.number
      left join parcels c on c.id = t.parcel_id
      left join supplier_orders p on p.id = c.supplier_order_id
      left join purchases b on b.id = p.purchase_id
      left join lateral (select s.external_id::bigint as order_id from shop_orders s where s.public_id = b.vendor_order) x on true
      left join lateral (
        select count(*)::int as effects, bool_and(e.state = 'done') as is_done from effects e
        where e.kind = ${kind} and (e.subject = c.public_id
          or e.subject in (select r.public_id from parcel_corrections r where r.parcel = c.public_id))) e on true`,
  )
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  return numbers.map((number) => {
    const { reports: theirs = 0, effects: ours = 0, isDone = false } = byNumber.get(number) ?? {}
    return { theirs, ours, isDone }
  })
}

/** Parcels whose tracking numbers vendors' stores get. */
export const TRACKING: StoreEffect = {
  name: 'tracking number',
  async prepare({ shop, suppliers, progress }) {
    const orders = progress.forwarded
    await acceptParts(shop, suppliers, orders)
    const reports = await listReports(shop, orders)
    return {
      count: reports.length,
      async begin(point) {
        const countStopped = await stopReports(shop, point, { gate: 'parcel', reports })
        await callAsSuppliers(shop, suppliers, {
          reports,
          toCall: ({ part, number }) => [
            `/supplier/orders/${part}/parcels`,
            { carrier: 'other', trackingNumber: number, idempotencyKey: `parcel-${number}` },
          ],
        })
        return countStopped
      },
      async finish() {
        progress.shipped = orders
      },
      outcomes: () => judge(shop, 'shop_orders.send_parcel', reports),
    }
  },
}

/** Tracking numbers that suppliers correct after the stores got them. */
export const CORRECTION: StoreEffect = {
  name: 'corrected tracking number',
  async prepare({ shop, suppliers, progress }) {
    const reports = await listReports(shop, progress.shipped)
    return {
      count: reports.length,
      async begin(point) {
        const countStopped = await stopReports(shop, point, { gate: 'correction', reports })
        await callAsSuppliers(shop, suppliers, {
          reports,
          toCall: ({ part, parcel, before, number }) => [
            `/supplier/orders/${part}/parcels/${parcel}/trackings/correct`,
            { before, carrier: 'other', trackingNumber: number },
          ],
        })
        return countStopped
      },
      finish: async () => undefined,
      outcomes: () => judge(shop, 'shop_orders.correct_parcel', reports),
    }
  },
}
