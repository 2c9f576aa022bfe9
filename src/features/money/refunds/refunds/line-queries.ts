import { queryPrepared, type Queryable } from '#database/database.ts'

/** Notes units of lines whose money goes back. Violates `supplier_order_lines_refunded` beyond what was sent. */
export async function refundUnits(
  tx: Queryable,
  units: readonly Readonly<{ lineId: number; quantity: number }>[],
): Promise<void> {
  await queryPrepared(tx, REFUND_UNITS, [JSON.stringify(units)])
}

const REFUND_UNITS = {
  name: 'refunds_refund_units',
  text: `
    update supplier_order_lines l set refunded_quantity = l.refunded_quantity + x.quantity
    from json_to_recordset($1) as x("lineId" bigint, quantity int) where l.id = x."lineId"`,
}
