import { queryPrepared, type Queryable } from '#database/database.ts'

/** Returns the public id of the case that froze an order's earning. */
export async function findHold(db: Queryable, orderId: number): Promise<string | undefined> {
  const [found] = await queryPrepared<{ caseId: string }>(db, FIND_HOLD, [orderId])
  return found?.caseId
}

const FIND_HOLD = {
  name: 'refunds_find_hold',
  text: 'select case_id as "caseId" from order_holds where supplier_order_id = $1',
}

/** Records that a case freezes an order's earning. Violates `order_holds_pkey` if another case does. */
export async function insertHold(
  tx: Queryable,
  { orderId, caseId }: Readonly<{ orderId: number; caseId: string }>,
): Promise<void> {
  await queryPrepared(tx, INSERT_HOLD, [orderId, caseId])
}

const INSERT_HOLD = {
  name: 'refunds_insert_hold',
  text: 'insert into order_holds (supplier_order_id, case_id) values ($1, $2)',
}

/** Deletes the record that a case freezes an order's earning. */
export async function deleteHold(tx: Queryable, orderId: number): Promise<void> {
  await queryPrepared(tx, DELETE_HOLD, [orderId])
}

const DELETE_HOLD = {
  name: 'refunds_delete_hold',
  text: 'delete from order_holds where supplier_order_id = $1',
}
