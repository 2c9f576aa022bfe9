import { invalid, notFound, refused } from '#core/errors.ts'
import { PRACTICE_CURRENCY, SHOP_CURRENCY, toDecimal } from '#core/money.ts'
import { type Database, inTransaction } from '#database/database.ts'
import type { AuditSource } from '#features/identity/audit/service.ts'
import { FOLLOW_JOB, type ShopOrderDeps } from '../../deps.ts'
import { readGates } from '../../forwarding/follow-order.ts'
import { judgeLines, judgeWholeOrder, sortReasons } from '../../forwarding/judge-rules.ts'
import type { ForwardedLine, ForwardedOrder } from '../../forwarding/order-queries.ts'
import { type PreparedQuote, prepareQuote } from '../../forwarding/prepare-quote.ts'
import { recordOrderAction, toLoggedAmount } from '../../record-order-action.ts'
import { explainReason } from '../../rules.ts'
import { readForwardingSettings } from '../../settings/settings-queries.ts'
import type { Reason } from '../../shapes.ts'
import type { ManualOrderInput, ManualQuoteData } from './contract.ts'
import {
  cancelManual,
  findManualOrder,
  findManualOwner,
  insertManualOrder,
  listOrderedVariants,
  type OrderedVariant,
} from './manual-queries.ts'

/** An account's manual order. */
export type ManualRequest = Readonly<{ accountId: number; input: ManualOrderInput; now: Date }>

/** Returns the cost of a manual order with shipping, and the reasons against it or its lines. */
export async function quoteManualOrder(
  db: Database,
  deps: ShopOrderDeps,
  request: ManualRequest,
): Promise<Pick<ManualQuoteData, 'quote' | 'reasons'>> {
  const { prepared, reasons } = await prepareManual(db, deps, request)
  const quote = prepared && prepared.lines.length > 0 ? toQuote(prepared, request.input.isPractice) : null
  return { quote, reasons: reasons.map(explainReason) }
}

/**
 * Places a manual order and follows it like a store's; the same request returns the same order. Refuses with
 * `cost_changed` if it costs more than was shown, and with `not_orderable` if something prevents it.
 */
export async function createManualOrder(
  db: Database,
  deps: ShopOrderDeps,
  {
    source,
    ...request
  }: Omit<ManualRequest, 'accountId' | 'now'> &
    Readonly<{ source: AuditSource; requestId: string; total: number }>,
): Promise<string> {
  const { requestId, input } = request
  const { businessId: accountId, now } = source
  const before = await findManualOrder(db, { accountId, requestId })
  if (before !== undefined) return before
  const { order, prepared, reasons, skus } = await prepareManual(db, deps, { accountId, input, now })
  const [first] = reasons
  if (first || !prepared)
    throw refused(
      'not_orderable',
      first ? explainReason(first).text : 'None of these products can be ordered.',
    )
  const { cost } = prepared.figures
  if (cost > Math.round(request.total * 100))
    throw refused(
      'cost_changed',
      'The cost has changed since it was shown. Check the new one, then place the order.',
    )
  return inTransaction(db, async (tx) => {
    const known = await findManualOrder(tx, { accountId, requestId })
    if (known !== undefined) return known
    const { isSample, isPractice } = input
    const placed = { order, isSample, requestId, approvedAmount: cost, skus, now }
    const { id, number } = await insertManualOrder(tx, placed)
    await recordOrderAction(tx, source, {
      order: { id, number },
      action: `Placed ${isSample ? 'sample order' : 'order'} ${number} by hand`,
      after: { amount: toLoggedAmount(cost, isPractice ? PRACTICE_CURRENCY : SHOP_CURRENCY) },
    })
    await deps.stores.enqueue(tx, { job: FOLLOW_JOB, input: { shopOrderId: id } })
    return id
  })
}

/**
 * Cancels a manual order: at once what suppliers have not accepted, the rest by request. Throws `order_not_found`;
 * refuses with `order_state`.
 */
export async function cancelManualOrder(
  db: Database,
  { stores }: Pick<ShopOrderDeps, 'stores'>,
  { source, id }: Readonly<{ source: AuditSource; id: string }>,
): Promise<void> {
  const { businessId: accountId, now } = source
  await inTransaction(db, async (tx) => {
    const outcome = await cancelManual(tx, { accountId, id, now })
    if (outcome === 'unknown') throw notFound('order_not_found', 'We couldn’t find this order.')
    if (outcome === 'over') throw refused('order_state', 'This order has already ended. Reload the page.')
    await recordOrderAction(tx, source, {
      order: { id, number: outcome.number },
      action: `Cancelled order ${outcome.number}`,
      before: { shopState: outcome.before },
      after: { shopState: 'cancelled' },
    })
    await stores.enqueue(tx, { job: FOLLOW_JOB, input: { shopOrderId: id } })
  })
}

type PreparedManual = Readonly<{
  order: ForwardedOrder
  prepared: PreparedQuote | undefined
  reasons: readonly Reason[]
  skus: readonly string[]
}>

/** Judges and prices the form like a store's order; throws `unknown_variant`. */
async function prepareManual(
  db: Database,
  deps: ShopOrderDeps,
  { accountId, input, now }: ManualRequest,
): Promise<PreparedManual> {
  const variants = await listOrderedVariants(
    db,
    input.lines.map(({ variantId }) => variantId),
  )
  const byId = new Map(variants.map((variant) => [variant.variantId, variant]))
  const lines = input.lines.map((line, place) => toLine(line, { place, variant: byId.get(line.variantId) }))
  const { storeName, isSuspended, ...account } = await findManualOwner(db, accountId)
  const order = toOrder(input, { account, storeName, isSuspended, lines, now })
  const settings = await readForwardingSettings(db, accountId)
  const judged = judgeLines(lines, { wholeOrdersOnly: false, isPractice: input.isPractice })
  const ofOrder = judgeWholeOrder(order, await readGates(db))
  const isOpen = ofOrder.length === 0 && judged.some(({ ready }) => ready > 0)
  const prepared = isOpen ? await prepareQuote(db, deps, { order, judged, settings, now }) : undefined
  const ofLines = judged.flatMap(({ externalId, reasons }) => [
    ...reasons,
    prepared?.lineReasons.get(externalId) ?? null,
  ])
  const skus = input.lines.map(({ variantId }) => byId.get(variantId)?.sku ?? '')
  return { order, prepared, reasons: sortReasons([...ofOrder, ...ofLines]), skus }
}

function toLine(
  { quantity, price }: ManualOrderInput['lines'][number],
  { place, variant }: Readonly<{ place: number; variant: OrderedVariant | undefined }>,
): ForwardedLine {
  if (!variant)
    throw invalid('unknown_variant', 'A product is no longer available. Remove it and choose another.')
  const { productName, variantTitle, supplierName: _supplier, sku: _sku, ...known } = variant
  return {
    ...known,
    externalId: String(place + 1),
    title: [productName, variantTitle].filter(Boolean).join(' · '),
    kind: 'ours',
    hasOtherOptions: false,
    quantity,
    removed: 0,
    refundedAmount: 0,
    reordered: 0,
    lineAmount: Math.round(price * 100) * quantity,
    bought: 0,
    quoted: 0,
    withdrawn: 0,
  }
}

function toOrder(
  { recipient, isPractice }: ManualOrderInput,
  {
    now,
    ...known
  }: Pick<ForwardedOrder, 'account' | 'storeName' | 'isSuspended' | 'lines'> & Readonly<{ now: Date }>,
): ForwardedOrder {
  return {
    ...known,
    key: 0,
    isCancelling: false,
    id: 'sho_new',
    isPractice,
    number: '',
    currency: SHOP_CURRENCY,
    storeCurrency: null,
    shopState: 'paid',
    address: recipient,
    state: 'received',
    reasons: [],
    modifiedAt: now,
    approvedAmount: null,
    lapsedAt: null,
    quote: null,
    supplierStates: [],
  }
}

function toQuote(
  { lines, shipments, figures }: PreparedQuote,
  isPractice: boolean,
): ManualQuoteData['quote'] {
  const items = lines.reduce((sum, { units, unitAmount }) => sum + units * unitAmount, 0)
  return {
    items: toDecimal(items),
    shipping: toDecimal(figures.cost - items),
    total: toDecimal(figures.cost),
    currency: isPractice ? PRACTICE_CURRENCY : SHOP_CURRENCY,
    suppliers: [...Map.groupBy(lines, ({ priced }) => priced.supplierId)].map(([supplierId, ofSupplier]) => {
      const rate = shipments.get(supplierId)
      return {
        supplier: ofSupplier[0]?.priced.supplierName ?? '',
        items: toDecimal(ofSupplier.reduce((sum, { units, unitAmount }) => sum + units * unitAmount, 0)),
        shipping: toDecimal(rate?.amount ?? 0),
        shippingService: rate?.service ?? null,
        minDays: rate?.minDays ?? null,
        maxDays: rate?.estimatedDays ?? null,
      }
    }),
  }
}
