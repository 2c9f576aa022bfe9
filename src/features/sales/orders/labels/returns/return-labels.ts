import type { Queryable, Transaction } from '#database/database.ts'
import { AppError, refused } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import { type Measures, packLabelParcel } from '#features/sales/shipping/service.ts'
import { listSoldUnits } from '#features/catalogue/catalog/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { LineUnits } from '../../lifecycle/lifecycle-queries.ts'
import type { Carriers, DeclaredLine, LabelRate, PostalAddress } from '../../port.ts'
import { listLines } from '../../views/purchase-queries.ts'
import { findOrderContextById, type OrderContext } from '../../views/timeline-queries.ts'
import { findLabelDebtError } from '../label-debt.ts'
import { insertLabel, type Label, listOrderLabels } from '../label-queries.ts'
import { type CustomsOverride, declareCustoms, describeCustoms } from '../planning/declare-customs.ts'
import { buildLabelParcel } from '../planning/label-parcel.ts'
import { sortRates } from '../planning/rate-rules.ts'
import { findReturnLabel, markLabelDropped } from './return-label-queries.ts'

/** Items of an order that go back to its supplier, and the address; without units everything that was sent. */
export type ReturnParcel = Readonly<{
  orderKey: number
  units: readonly LineUnits[]
  recipient: PostalAddress
}>

/** A return parcel with all data that its label needs; `declared` is null if it passes no customs. */
type ReturnPlan = Readonly<{
  context: OrderContext
  units: readonly LineUnits[]
  measures: Measures
  declared: readonly DeclaredLine[] | null
}>

/** The cost of a return label, or why none is sold. */
export type ReturnQuote = Readonly<
  { rate: LabelRate; problem?: undefined } | { rate?: undefined; problem: string }
>

/**
 * Returns the cheapest rate for sending items back, or why no label is sold for that; nothing is bought. Throws
 * `carriers_unreachable`.
 */
export async function quoteReturnLabel(
  db: Queryable,
  carriers: Carriers,
  parcel: ReturnParcel,
): Promise<ReturnQuote> {
  try {
    const { context, units, measures, declared } = await planReturn(db, parcel)
    const debt = await findLabelDebtError(db, { supplierOrderId: parcel.orderKey })
    if (debt) return { problem: 'The store can’t buy labels at the moment.' }
    const wanted = buildLabelParcel({
      reference: `return quote ${context.order.publicId}`,
      context,
      lines: await listLines(db, [parcel.orderKey]),
      units,
      sender: null,
      recipient: parcel.recipient,
      measures,
      declared,
    })
    const [rate] = sortRates(await carriers.quoteLabel(wanted))
    return rate ? { rate } : { problem: 'No carrier accepts this parcel.' }
  } catch (error) {
    if (error instanceof AppError && error.kind !== 'unavailable') return { problem: error.message }
    throw error
  }
}

/** A request for a return label at a shown rate, at the expense of `chargedTo`. */
export type ReturnLabelRequest = ReturnParcel &
  Readonly<{
    caseKey: number
    chargedTo: 'buyer' | 'supplier'
    rate: Pick<LabelRate, 'service' | 'currency' | 'amount'>
    accountId: number | null
    enqueue: Enqueue
    now: Date
  }>

/**
 * Requests a return label and enqueues its purchase; an existing one is kept. Refuses with `labels_owed` and
 * `customs_unknown`; violates `parcel_labels_of_return` with a concurrent request.
 */
export async function requestReturnLabel(tx: Transaction, request: ReturnLabelRequest): Promise<void> {
  const { caseKey, chargedTo, rate, accountId, enqueue, now, recipient, orderKey } = request
  const existing = await findReturnLabel(tx, caseKey)
  if (existing && existing.state !== 'failed') return
  const debt = await findLabelDebtError(tx, { supplierOrderId: orderKey })
  if (debt) throw debt
  const { units, measures, declared } = await planReturn(tx, request)
  const publicId = newSecretId('label')
  await insertLabel(tx, {
    publicId,
    supplierOrderId: orderKey,
    idempotencyKey: publicId,
    requestHash: publicId,
    units: [...units],
    sender: null,
    recipient,
    caseId: caseKey,
    chargedTo,
    customs: declared,
    service: rate.service,
    quotedCurrency: rate.currency,
    quotedAmount: rate.amount,
    batch: null,
    accountId,
    weightGrams: measures.weightGrams,
    lengthMm: measures.lengthMm,
    widthMm: measures.widthMm,
    heightMm: measures.heightMm,
    now,
  })
  await enqueue(tx, { job: 'orders.buy_label', input: { labelId: publicId } })
}

/** Requests the refund of a return label that is no longer needed. One that is being bought is refunded afterwards. */
export async function dropReturnLabel(
  tx: Transaction,
  { caseKey, enqueue, now }: Readonly<{ caseKey: number; enqueue: Enqueue; now: Date }>,
): Promise<void> {
  for (const labelId of await markLabelDropped(tx, { caseKey, now }))
    await enqueue(tx, { job: 'orders.buy_label', input: { labelId } })
}

async function planReturn(db: Queryable, parcel: ReturnParcel): Promise<ReturnPlan> {
  const { orderKey, recipient } = parcel
  const context = await findOrderContextById(db, orderKey)
  if (!context) throw new Error('the order of a return is not there')
  if (context.purchase.shippingMethod === 'pickup')
    throw refused('order_state', 'This order was picked up, so carriers have no address for it.')
  const [lines, labels] = await Promise.all([listLines(db, [orderKey]), listOrderLabels(db, orderKey)])
  const units =
    parcel.units.length > 0
      ? parcel.units
      : lines
          .filter(({ shippedQuantity }) => shippedQuantity > 0)
          .map(({ id, shippedQuantity }) => ({ lineId: id, quantity: shippedQuantity }))
  const soldUnits = units.flatMap(({ lineId, quantity }) => {
    const line = lines.find(({ id }) => id === lineId)
    return line ? [{ productId: line.productId, variantId: line.variantId, quantity }] : []
  })
  const described = await describeCustoms(db, {
    from: context.purchase.country,
    to: recipient.country,
    currency: context.order.currency,
    lines,
    units,
    overrides: labels.flatMap(toOverrides),
  })
  return {
    context,
    units,
    measures: packLabelParcel(await listSoldUnits(db, soldUnits)),
    declared: described && declareCustoms(described),
  }
}

/** Returns the supplier's customs data of the outgoing label, for the return. */
function toOverrides({ customs }: Label): CustomsOverride[] {
  return (customs ?? []).map(({ lineId, originCountry, tariffNumber }) => ({
    lineId,
    originCountry,
    tariffNumber,
  }))
}
