import { queryPrepared, type Queryable } from '#database/database.ts'
import type { LabelParcel } from '#features/sales/orders/port.ts'

/** A shipment of the sandbox carrier; `amount` in cents, and the fields of the label are null until it is bought. */
export type SandboxShipment = Readonly<{
  reference: string
  parcel: LabelParcel
  service: string | null
  amount: number | null
  trackingNumber: string | null
  boughtAt: Date | null
  refundedAt: Date | null
}>

const COLUMNS = `reference, parcel, service, amount, tracking_number as "trackingNumber", bought_at as "boughtAt",
  refunded_at as "refundedAt"`

/** Creates a shipment; an existing one with the same reference stays unchanged. */
export async function openShipment(db: Queryable, parcel: LabelParcel, now: Date): Promise<void> {
  await queryPrepared(db, OPEN, [parcel.reference, JSON.stringify(parcel), now])
}

const OPEN = {
  name: 'sandbox_open_shipment',
  text: `
    insert into sandbox_shipments (reference, parcel, opened_at) values ($1, $2, $3) on conflict do nothing`,
}

/** Returns the shipment of a reference. */
export async function findShipment(db: Queryable, reference: string): Promise<SandboxShipment | undefined> {
  const [found] = await queryPrepared<SandboxShipment>(db, FIND, [reference])
  return found
}

const FIND = {
  name: 'sandbox_find_shipment',
  text: `select ${COLUMNS} from sandbox_shipments where reference = $1`,
}

/** Returns the shipment of a tracking number. */
export async function findShipmentByNumber(
  db: Queryable,
  trackingNumber: string,
): Promise<SandboxShipment | undefined> {
  const [found] = await queryPrepared<SandboxShipment>(db, FIND_BY_NUMBER, [trackingNumber])
  return found
}

const FIND_BY_NUMBER = {
  name: 'sandbox_find_shipment_by_number',
  text: `select ${COLUMNS} from sandbox_shipments where tracking_number = $1`,
}

/** Marks the label of a shipment as bought, once; a bought label stays unchanged. */
export async function markBought(
  db: Queryable,
  sale: Readonly<{ reference: string; service: string; amount: number; trackingNumber: string; now: Date }>,
): Promise<void> {
  const { reference, service, amount, trackingNumber, now } = sale
  await queryPrepared(db, MARK_BOUGHT, [reference, service, amount, trackingNumber, now])
}

const MARK_BOUGHT = {
  name: 'sandbox_mark_bought',
  text: `
    update sandbox_shipments set service = $2, amount = $3, tracking_number = $4, bought_at = $5
    where reference = $1 and bought_at is null`,
}

/** Refunds the label of a shipment; a second refund has no effect. */
export async function markRefunded(db: Queryable, reference: string, now: Date): Promise<void> {
  await queryPrepared(db, MARK_REFUNDED, [reference, now])
}

const MARK_REFUNDED = {
  name: 'sandbox_mark_refunded',
  text: `
    update sandbox_shipments set refunded_at = coalesce(refunded_at, $2)
    where reference = $1 and bought_at is not null`,
}
