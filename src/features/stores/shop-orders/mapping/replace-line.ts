import { notFound, refused } from '#core/errors.ts'
import { type Database, inTransaction } from '#database/database.ts'
import type { AuditSource } from '#features/identity/audit/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { FOLLOW_JOB } from '../deps.ts'
import { recordOrderAction } from '../record-order-action.ts'
import { findReplaceableLine, findReplacement, saveReplacement } from './replacement-queries.ts'
import { lockOrder } from './mapping-queries.ts'

/** The variant to send in place of a line's; `replaces` is the one that the vendor saw, null for none. */
export type LineReplacement = Readonly<{
  source: AuditSource
  id: string
  lineId: string
  variantId: string
  replaces: string | null
}>

/**
 * Sends another variant for the unbought units of a line, and judges the order again. Units at suppliers are unchanged.
 * Throws `order_not_found`, `line_not_found` and `variant_not_found`; refuses with `line_changed` and `line_bought`.
 */
export async function replaceLine(
  db: Database,
  { enqueue }: Readonly<{ enqueue: Enqueue }>,
  { source, id, lineId, variantId, replaces }: LineReplacement,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, { accountId: source.businessId, id })
    if (!order) throw notFound('order_not_found', 'We couldn’t find this order.')
    const { key: orderKey, number } = order
    const line = await findReplaceableLine(tx, { orderKey, lineId })
    if (!line) throw notFound('line_not_found', 'This item is not in the order. Reload the page.')
    if (line.wanted <= 0)
      throw refused('line_bought', 'There are no units left to replace in this item. Reload the page.')
    if (line.variantId !== replaces || line.variantId === variantId)
      throw refused('line_changed', 'This item has changed. Reload the page to see what is sent now.')
    const variant = await findReplacement(tx, variantId)
    if (!variant)
      throw notFound('variant_not_found', 'This product is no longer on sale. Choose another one.')
    await saveReplacement(tx, { orderKey, lineId, variant })
    await recordOrderAction(tx, source, {
      order: { id, number },
      action: `Replaced an item of order ${number}`,
      before: { variant: line.title },
      after: { variant: variant.title },
    })
    await enqueue(tx, { job: FOLLOW_JOB, input: { shopOrderId: id } })
  })
}
