import { notFound, refused } from '#core/errors.ts'
import { type Database, inTransaction, type Transaction } from '#database/database.ts'
import { ADJUST_STOCK_EFFECT, completeStoreChange } from '#features/catalogue/catalog/service.ts'
import { type AuditSource, recordChange } from '#features/identity/audit/service.ts'
import { applyReportedChange } from '#platform/effects/request-effects.ts'
import { findOwnChange } from './change-queries.ts'

const MESSAGE = 'Marked as done by hand.'

/** A change by our reference, and the user who closes it. */
export type ClosedChange = Readonly<{ reference: string; source: AuditSource }>

/**
 * Marks a rejected or unclear stock change as made by hand. It is not retried, and counts as made. Throws
 * `stock_change_not_found`; refuses with `stock_change_not_open`.
 */
export async function closeStockChange(db: Database, { reference, source }: ClosedChange): Promise<void> {
  await inTransaction(db, async (tx) => {
    const change = await findOwnChange(tx, { accountId: source.businessId, reference })
    if (!change) throw notFound('stock_change_not_found', 'This stock change doesn’t exist.')
    if (!change.needsDecision)
      throw refused(
        'stock_change_not_open',
        'This change needs no action. It’s done or will be retried automatically.',
      )
    const { subject } = change
    await applyReportedChange(
      tx,
      { kind: ADJUST_STOCK_EFFECT, subject },
      { state: 'done', message: MESSAGE, now: source.now },
    )
    await completeStoreChange(tx, Number(subject), { isApplied: true, now: source.now })
    await recordMark(tx, change, source)
  })
}

async function recordMark(
  tx: Transaction,
  {
    supplierId,
    productId,
    quantity,
    sku,
  }: Readonly<{ supplierId: number; productId: string | null; quantity: number; sku: string }>,
  source: AuditSource,
): Promise<void> {
  await recordChange(tx, source, {
    supplierId,
    kind: 'store',
    action: 'Marked a stock change in the connected store as done',
    entity: productId === null ? `sku:${sku}` : `product:${productId}`,
    before: { stockChange: null },
    after: { stockChange: `${sku} ${quantity > 0 ? '+' : ''}${quantity}` },
  })
}
