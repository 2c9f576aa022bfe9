import { toDecimal } from '#core/money.ts'
import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import { type AuditSource, type AuditValues, recordVendorChange } from '#features/identity/audit/service.ts'

/** An order of a vendor, by its public id and its displayed number. */
export type NamedOrder = Readonly<{ id: string; number: string }>

/** A member's action on an order: `action` is the displayed text; `before` is empty unless given. */
export type OrderAction = Readonly<{
  order: NamedOrder
  action: string
  before?: AuditValues
  after: AuditValues
}>

/** Records a member's action on an order in the activity log, in the action's transaction. */
export async function recordOrderAction(
  tx: Transaction,
  source: AuditSource,
  { order, action, before = {}, after }: OrderAction,
): Promise<void> {
  await recordVendorChange(tx, source, { kind: 'order', action, entity: `order:${order.id}`, before, after })
}

/** Records a supplier order's change of state, in the same transaction. */
export type RecordMove = (
  tx: Transaction,
  moved: Readonly<{ before: string; after: string }>,
) => Promise<void>

/**
 * Returns a function that records a member's action on a supplier order. `describe` returns the entry's text from the
 * order's number and its new state.
 */
export function createPartRecorder(
  source: AuditSource,
  supplierOrderId: string,
  describe: (number: string, state: string) => string,
): RecordMove {
  return async (tx, { before, after }) => {
    const order = await findOrderOfPart(tx, supplierOrderId)
    if (!order) return
    const action = describe(order.number, after)
    // Answers to a request may leave the state unchanged.
    const values = { before: { state: before, part: null }, after: { state: after, part: supplierOrderId } }
    await recordOrderAction(tx, source, { order, action, ...values })
  }
}

async function findOrderOfPart(db: Queryable, supplierOrderId: string): Promise<NamedOrder | undefined> {
  const [found] = await queryPrepared<NamedOrder>(db, FIND_OF_PART, [supplierOrderId])
  return found
}

const FIND_OF_PART = {
  name: 'shop_orders_find_of_part',
  text: `
    select s.public_id as id, s.number from supplier_orders o join purchases p on p.id = o.purchase_id
    join shop_orders s on s.public_id = p.vendor_order where o.public_id = $1`,
}

/** Returns an amount in the format of the log: `42.06 USD`. */
export function toLoggedAmount(amount: number, currency: string): string {
  return `${toDecimal(amount, currency).toFixed(2)} ${currency}`
}
