import { createHash } from 'node:crypto'
import type { Database, Transaction } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { listSoldPieces } from '#features/catalogue/catalog/service.ts'
import { type Measures, parcelToLabel } from '#features/sales/shipping/service.ts'
import { refused } from '#core/errors.ts'
import { newSecretId } from '#core/ids.ts'
import type { Acting } from '../lifecycle/answer-order.ts'
import { orderNotFound, tooMany } from '../lifecycle/change-order.ts'
import { type CustomsWish, declareCustoms } from './declare-customs.ts'
import { debtHindrance } from './label-debt.ts'
import { insertLabel, type Label, listOrderLabels } from './label-queries.ts'
import { type LineUnits, lockOrder, type LockedOrder } from '../lifecycle/lifecycle-queries.ts'
import { refuseStep } from '../lifecycle/move-orders.ts'
import type { PostalPlace } from '../port.ts'
import { leftOf, unitsOf } from '../rules.ts'
import { possibleEvents } from '../lifecycle/states.ts'
import { findWholeOrder } from '../views/timeline-queries.ts'

/** A label as a supplier asks for it; without `units` for everything that is left. The same key is the same label. */
export type LabelWish = Readonly<{
  units: readonly LineUnits[] | undefined
  service: string | undefined
  measures: Measures | undefined
  sender: PostalPlace | undefined
  /** From which country parcels without a sender of their own are sent. */
  hubCountry: string
  customs: readonly CustomsWish[] | undefined
  idempotencyKey: string
}>

/**
 * Notes that a supplier wants a label, and orders its buying. Asked again with the same key it changes nothing; with other
 * content `key_reused`. Refuses with `order_on_hold`, with `order_state`, also for an order that is picked up, `units_not_there` for
 * pieces that are sent, withdrawn, or have a label on its way, `labels_owed`, and `customs_unknown`.
 */
export function askForLabel(db: Database, acting: Acting, wish: LabelWish): Promise<Label> {
  const requestHash = hashOf(wish)
  return inTransaction(db, async (tx) => {
    const locked = await lockOrder(tx, acting.id, acting.whose)
    if (!locked) throw orderNotFound()
    const labels = await listOrderLabels(tx, locked.order.id)
    const before = labels.find(({ idempotencyKey }) => idempotencyKey === wish.idempotencyKey)
    if (before?.requestHash === requestHash) return before
    if (before) throw refused('key_reused', 'A label of that key was asked for with other content.')
    const { order, lines } = locked
    const mayPack = possibleEvents({ state: order.state, units: unitsOf(lines) }, 'supplier').includes('pack')
    if (!mayPack) throw await refuseStep(tx, order, { actor: 'supplier', now: acting.now })
    const units = unitsToSend(lines, labels, wish.units)
    const debt = await debtHindrance(tx, { supplierOrderId: locked.order.id })
    if (debt) throw debt
    const label = await insertLabel(tx, {
      ...(await askedOf(tx, { acting, locked, units, wish })),
      units,
      requestHash,
      idempotencyKey: wish.idempotencyKey,
      now: acting.now,
    })
    await acting.desk.enqueue(tx, { job: 'orders.buy_label', input: { labelId: label.publicId } })
    return label
  })
}

type Asked = Readonly<{
  acting: Acting
  locked: LockedOrder
  units: readonly LineUnits[]
  wish: LabelWish
}>

async function askedOf(tx: Transaction, { acting, locked, units, wish }: Asked) {
  const whole = await findWholeOrder(tx, locked.order.publicId)
  if (!whole || whole.purchase.shippingMethod === 'pickup')
    throw refused('order_state', 'This order is picked up: it needs no label.')
  const customs = await declareCustoms(tx, {
    from: wish.sender?.country ?? wish.hubCountry,
    to: whole.purchase.country,
    lines: locked.lines,
    units,
    wishes: wish.customs ?? [],
  })
  const { weightGrams, lengthMm, widthMm, heightMm } = wish.measures ?? (await measuresOf(tx, locked, units))
  return {
    publicId: newSecretId('label'),
    supplierOrderId: locked.order.id,
    sender: wish.sender ?? null,
    customs,
    service: wish.service ?? locked.order.shippingService,
    personId: acting.cause.personId ?? null,
    weightGrams,
    lengthMm,
    widthMm,
    heightMm,
  }
}

/** What the pieces measure by the catalogue of today. */
async function measuresOf(tx: Transaction, { lines }: LockedOrder, units: readonly LineUnits[]) {
  const sold = units.flatMap(({ lineId, quantity }) => {
    const line = lines.find(({ id }) => id === lineId)
    return line ? [{ productId: line.productId, variantId: line.variantId, quantity }] : []
  })
  return parcelToLabel(await listSoldPieces(tx, sold))
}

function unitsToSend(
  lines: LockedOrder['lines'],
  labels: readonly Label[],
  wanted: readonly LineUnits[] | undefined,
): LineUnits[] {
  const open = labels
    .filter(({ state }) => state === 'asked' || state === 'bought')
    .flatMap((one) => one.units)
  const free = new Map(
    lines.map((line) => [
      line.id,
      leftOf(line) -
        open.filter(({ lineId }) => lineId === line.id).reduce((sum, { quantity }) => sum + quantity, 0),
    ]),
  )
  const units = wanted ?? [...free].map(([lineId, quantity]) => ({ lineId, quantity }))
  const isThere = ({ lineId, quantity }: LineUnits) => quantity <= (free.get(lineId) ?? 0)
  const filled = units.filter(({ quantity }) => quantity > 0)
  if (filled.length === 0 || !filled.every(isThere)) throw tooMany()
  return filled
}

function hashOf({ units, service, measures, sender, customs }: LabelWish): string {
  const content = [
    units?.map(({ lineId, quantity }) => [lineId, quantity]) ?? null,
    service,
    measures,
    sender,
    ...(customs ? [customs] : []),
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
