import { createHash } from 'node:crypto'
import type { Database, Transaction } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { listSoldUnits } from '#features/catalogue/catalog/service.ts'
import { type Measures, packLabelParcel } from '#features/sales/shipping/service.ts'
import { refused } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import type { OrderActionContext } from '../lifecycle/answer-order.ts'
import { orderNotFound, notEnoughUnits } from '../lifecycle/change-order.ts'
import { type CustomsOverride, declareCustoms } from './declare-customs.ts'
import { findLabelDebtError } from './label-debt.ts'
import { insertLabel, type Label, listOrderLabels } from './label-queries.ts'
import { type LineUnits, lockOrder, type LockedOrder } from '../lifecycle/lifecycle-queries.ts'
import { createTransitionError } from '../lifecycle/move-orders.ts'
import type { PostalAddress } from '../port.ts'
import { countRemaining, countUnits } from '../rules.ts'
import { listPossibleEvents } from '../lifecycle/states.ts'
import { findOrderContext } from '../views/timeline-queries.ts'

/** A label as a supplier asks for it; without `units` for everything that is left. The same key is the same label. */
export type LabelRequest = Readonly<{
  units: readonly LineUnits[] | undefined
  service: string | undefined
  measures: Measures | undefined
  sender: PostalAddress | undefined
  /** From which country parcels without a sender of their own are sent. */
  hubCountry: string
  customs: readonly CustomsOverride[] | undefined
  idempotencyKey: string
}>

/**
 * Notes that a supplier wants a label, and orders its buying. Asked again with the same key it changes nothing; with other
 * content `key_reused`. Refuses with `order_on_hold`, with `order_state`, also for an order that is picked up, `units_not_there` for
 * items that are sent, withdrawn, or have a label on its way, `labels_owed`, and `customs_unknown`.
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
  const orderContext = await findOrderContext(tx, locked.order.publicId)
  if (!orderContext || orderContext.purchase.shippingMethod === 'pickup')
    throw refused('order_state', 'This order is picked up, so it doesn’t need a label.')
  const customs = await declareCustoms(tx, {
    from: request.sender?.country ?? request.hubCountry,
    to: orderContext.purchase.country,
    lines: locked.lines,
    units,
    overrides: request.customs ?? [],
  })
  const { weightGrams, lengthMm, widthMm, heightMm } =
    request.measures ?? (await measureUnits(tx, locked, units))
  return {
    publicId: newSecretId('label'),
    supplierOrderId: locked.order.id,
    sender: request.sender ?? null,
    customs,
    service: request.service ?? locked.order.shippingService,
    accountId: acting.cause.accountId ?? null,
    weightGrams,
    lengthMm,
    widthMm,
    heightMm,
  }
}

/** What the items measure by the catalogue of today. */
async function measureUnits(tx: Transaction, { lines }: LockedOrder, units: readonly LineUnits[]) {
  const soldUnits = units.flatMap(({ lineId, quantity }) => {
    const line = lines.find(({ id }) => id === lineId)
    return line ? [{ productId: line.productId, variantId: line.variantId, quantity }] : []
  })
  return packLabelParcel(await listSoldUnits(tx, soldUnits))
}

function selectUnitsToSend(
  lines: LockedOrder['lines'],
  labels: readonly Label[],
  requested: readonly LineUnits[] | undefined,
): LineUnits[] {
  const openUnits = labels
    .filter(({ state }) => state === 'asked' || state === 'bought')
    .flatMap((one) => one.units)
  const availableByLine = new Map(
    lines.map((line) => [
      line.id,
      countRemaining(line) -
        openUnits.filter(({ lineId }) => lineId === line.id).reduce((sum, { quantity }) => sum + quantity, 0),
    ]),
  )
  const units = requested ?? [...availableByLine].map(([lineId, quantity]) => ({ lineId, quantity }))
  const isAvailable = ({ lineId, quantity }: LineUnits) => quantity <= (availableByLine.get(lineId) ?? 0)
  const filled = units.filter(({ quantity }) => quantity > 0)
  if (filled.length === 0 || !filled.every(isAvailable)) throw notEnoughUnits()
  return filled
}

function hashLabelRequest({ units, service, measures, sender, customs }: LabelRequest): string {
  const content = [
    units?.map(({ lineId, quantity }) => [lineId, quantity]) ?? null,
    service,
    measures,
    sender,
    ...(customs ? [customs] : []),
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
