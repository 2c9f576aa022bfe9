import { createHash } from 'node:crypto'
import type { Database, Transaction } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { refused } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import type { OrderActionContext } from '../lifecycle/answer-order.ts'
import { orderNotFound } from '../lifecycle/change-order.ts'
import { declareCustoms } from './planning/declare-customs.ts'
import { findLabelDebtError } from './label-debt.ts'
import { insertLabel, type Label, listOrderLabels } from './label-queries.ts'
import { type LineUnits, lockOrder, type LockedOrder } from '../lifecycle/lifecycle-queries.ts'
import { createTransitionError } from '../lifecycle/move-orders.ts'
import { countUnits } from '../rules.ts'
import { listPossibleEvents } from '../lifecycle/states.ts'
import { findOrderContext } from '../views/timeline-queries.ts'
import { type ParcelInput, planLabel, selectUnitsToSend } from './planning/plan-label.ts'

/** A supplier's request of a label; without `units` for everything that is left. The same key is the same label. */
export type LabelRequest = ParcelInput &
  Readonly<{
    units: readonly LineUnits[] | undefined
    service: string | undefined
    /** The shown cost of the service, which is the most it may cost. */
    quote: Readonly<{ currency: string; amount: number }> | undefined
    /** The id of labels that are requested together. */
    batch: string | undefined
    idempotencyKey: string
  }>

/**
 * Records a supplier's request for a label, and enqueues its purchase. Repeating it with the same key changes nothing;
 * other content is refused with `key_reused`. Refuses with `order_on_hold`, with `order_state`, also for a pickup, with
 * `units_not_there` for items that are sent, withdrawn, or have a pending label, `labels_owed` and `customs_unknown`.
 */
export function requestLabel(
  db: Database,
  context: OrderActionContext,
  request: LabelRequest,
): Promise<Label> {
  const requestHash = hashLabelRequest(request)
  return inTransaction(db, async (tx) => {
    const locked = await lockOrder(tx, context.id, context.scope)
    if (!locked) throw orderNotFound()
    const labels = await listOrderLabels(tx, locked.order.id)
    const existing = labels.find(({ idempotencyKey }) => idempotencyKey === request.idempotencyKey)
    if (existing?.requestHash === requestHash) return existing
    if (existing) throw refused('key_reused', 'This idempotency key was already used for another label.')
    const { order, lines } = locked
    const mayPack = listPossibleEvents({ state: order.state, units: countUnits(lines) }, 'supplier').includes(
      'pack',
    )
    if (!mayPack) throw await createTransitionError(tx, order, { actor: 'supplier', now: context.now })
    const units = selectUnitsToSend(lines, labels, request.units)
    const debt = await findLabelDebtError(tx, { supplierOrderId: locked.order.id })
    if (debt) throw debt
    const label = await insertLabel(tx, {
      ...(await createLabelValues(tx, { acting: context, locked, units, request })),
      units,
      requestHash,
      batch: request.batch ?? null,
      caseId: null,
      recipient: null,
      chargedTo: null,
      idempotencyKey: request.idempotencyKey,
      now: context.now,
    })
    await context.deps.enqueue(tx, { job: 'orders.buy_label', input: { labelId: label.publicId } })
    return label
  })
}

type LabelRequestContext = Readonly<{
  acting: OrderActionContext
  locked: LockedOrder
  units: readonly LineUnits[]
  request: LabelRequest
}>

async function createLabelValues(tx: Transaction, { acting, locked, units, request }: LabelRequestContext) {
  const context = await findOrderContext(tx, locked.order.publicId)
  if (!context) throw orderNotFound()
  const plan = await planLabel(tx, { context, lines: locked.lines, units, parcel: request })
  const { weightGrams, lengthMm, widthMm, heightMm } = plan.measures
  return {
    publicId: newSecretId('label'),
    supplierOrderId: locked.order.id,
    sender: plan.sender,
    customs: plan.customs && declareCustoms(plan.customs),
    service: request.service ?? locked.order.shippingService,
    quotedAmount: request.quote?.amount ?? null,
    quotedCurrency: request.quote?.currency ?? null,
    accountId: acting.cause.accountId ?? null,
    weightGrams,
    lengthMm,
    widthMm,
    heightMm,
  }
}

function hashLabelRequest({ units, service, measures, sender, customs, quote }: LabelRequest): string {
  const content = [
    units?.map(({ lineId, quantity }) => [lineId, quantity]) ?? null,
    service,
    measures,
    sender,
    ...(customs || quote ? [customs ?? null] : []),
    ...(quote ? [quote] : []),
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
