import { notFound, refused } from '#core/errors.ts'
import { type Database, inTransaction, type Queryable } from '#database/database.ts'
import { markListingUncertain } from '#features/stores/connections/service.ts'
import type { AuditSource } from '#features/identity/audit/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { ShopOrderLineData } from '../contract.ts'
import { FOLLOW_JOB } from '../deps.ts'
import { recordOrderAction } from '../record-order-action.ts'
import { listVariantOptions, lockOrder, saveMapping } from './mapping-queries.ts'
import { suggestVariant } from './suggest-variant-rules.ts'

/** A match of a store order's line to a variant. */
export type LineMatch = Readonly<{ source: AuditSource; id: string; lineId: string; variantId: string }>

/**
 * Matches an unmatched line to a variant as its vendor decides, and judges the order again. Throws `order_not_found`
 * and `variant_not_found`; refuses with `line_matched`.
 */
export async function matchLine(
  db: Database,
  { enqueue }: Readonly<{ enqueue: Enqueue }>,
  { source, id, lineId, variantId }: LineMatch,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, { accountId: source.businessId, id })
    if (!order) throw notFound('order_not_found', 'We couldn’t find this order.')
    const { key: orderKey, number } = order
    const options = (await listVariantOptions(tx, orderKey)).filter((option) => option.lineId === lineId)
    if (options.length === 0)
      throw refused('line_matched', 'This item no longer needs to be matched. Reload the page.')
    const option = options.find((one) => one.id === variantId)
    if (!option)
      throw notFound(
        'variant_not_found',
        'This item can’t be matched to that variant. Choose one from the list.',
      )
    const listing = await saveMapping(tx, { orderKey, option })
    // What its options mean decides whose stock and price it gets.
    if (listing) await markListingUncertain(tx, listing)
    await recordOrderAction(tx, source, {
      order: { id, number },
      action: `Matched an item of order ${number}`,
      before: { variant: null },
      after: { variant: option.title },
    })
    await enqueue(tx, { job: FOLLOW_JOB, input: { shopOrderId: id } })
  })
}

/** Returns the candidate variants of each unmatched line of an order, by the store's id of the line. */
export async function readLineOptions(
  db: Queryable,
  orderKey: string,
): Promise<(lineId: string) => ShopOrderLineData['options']> {
  const byLine = Map.groupBy(await listVariantOptions(db, orderKey), ({ lineId }) => lineId)
  return (lineId) => {
    const options = byLine.get(lineId) ?? []
    const [first] = options
    const suggested = first && suggestVariant({ title: first.lineTitle, sku: first.lineSku }, options)
    return options.map(({ id, title, stock }) => ({ id, title, stock, isSuggested: id === suggested }))
  }
}
