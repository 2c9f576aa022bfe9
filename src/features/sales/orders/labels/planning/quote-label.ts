import type { Queryable } from '#database/database.ts'
import { AppError } from '#core/errors.ts'
import { orderNotFound } from '../../lifecycle/change-order.ts'
import type { LineUnits } from '../../lifecycle/lifecycle-queries.ts'
import type { Carriers, LabelRate } from '../../port.ts'
import { listLines, type SupplierOrderLine } from '../../views/purchase-queries.ts'
import { findOrderContext, type OrderContext } from '../../views/timeline-queries.ts'
import { declareCustoms, listMissingFacts } from './declare-customs.ts'
import { buildLabelParcel } from './label-parcel.ts'
import { listOrderLabels } from '../label-queries.ts'
import { type LabelPlan, type ParcelInput, planLabel, selectUnitsToSend } from './plan-label.ts'
import { selectRate } from './rate-rules.ts'

/** A label to quote for an order of a store; without `units` for everything that is left of it. */
export type LabelQuoteInput = ParcelInput &
  Readonly<{ orderId: string; ownerId: number; units: readonly LineUnits[] | undefined }>

/**
 * A label's requirements and cost. Without the `missing` data carriers are not asked; `problem` is why none of them
 * accepts the parcel.
 */
export type LabelQuote = Readonly<{
  context: OrderContext
  lines: readonly SupplierOrderLine[]
  plan: LabelPlan
  missing: readonly ('sender' | 'customs')[]
  rates: readonly LabelRate[]
  selected: LabelRate | undefined
  problem: string | undefined
}>

/**
 * Returns the requirements of a parcel's label and the carriers' rates; nothing is bought. Throws `order_not_found`,
 * the errors of `planLabel` and `selectUnitsToSend`, and `carriers_unreachable`.
 */
export async function quoteLabel(
  db: Queryable,
  carriers: Carriers,
  { orderId, ownerId, units: requested, ...parcel }: LabelQuoteInput,
): Promise<LabelQuote> {
  const context = await findOrderContext(db, orderId, ownerId)
  if (!context?.purchase.paidAt) throw orderNotFound()
  const { order } = context
  const [lines, labels] = await Promise.all([listLines(db, [order.id]), listOrderLabels(db, order.id)])
  const units = selectUnitsToSend(lines, labels, requested)
  const plan = await planLabel(db, { context, lines, units, parcel })
  const isCustomsMissing = plan.customs?.some((line) => listMissingFacts(line).length > 0) ?? false
  const missing = [
    ...(plan.isSenderMissing ? (['sender'] as const) : []),
    ...(isCustomsMissing ? (['customs'] as const) : []),
  ]
  if (missing.length > 0)
    return { context, lines, plan, missing, rates: [], selected: undefined, problem: undefined }
  const { sender, measures, customs } = plan
  const declared = customs && declareCustoms(customs)
  const reference = `quote ${order.publicId}`
  const wanted = buildLabelParcel({ reference, context, lines, units, sender, measures, declared })
  const { rates, problem } = await askCarriers(carriers, wanted)
  const paid = { service: order.shippingService, maxDays: order.shippingDays }
  return { context, lines, plan, missing, rates, selected: selectRate(rates, paid), problem }
}

/** Returns the carriers' rates, or why none of them accepts the parcel. */
async function askCarriers(carriers: Carriers, parcel: Parameters<Carriers['quoteLabel']>[0]) {
  try {
    return { rates: await carriers.quoteLabel(parcel), problem: undefined }
  } catch (error) {
    if (error instanceof AppError && error.code === 'label_not_sold')
      return { rates: [], problem: error.message }
    throw error
  }
}
