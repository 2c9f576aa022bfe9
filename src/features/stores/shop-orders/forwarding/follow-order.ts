import { AppError } from '#core/errors.ts'
import type { Database, Queryable, Transaction } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import { announceProducts } from '#features/catalogue/catalog/service.ts'
import { releasePurchases } from '#features/sales/orders/service.ts'
import { findCountry, isPostcode, readServedCountries } from '#features/sales/shipping/service.ts'
import type { ShopOrderDeps } from '../deps.ts'
import { type ForwardingSettings, readForwardingSettings } from '../settings/settings-queries.ts'
import type { LineReason, Reason } from '../shapes.ts'
import {
  type AddressGates,
  decideState,
  judgeCost,
  judgeLines,
  judgeWholeOrder,
  type LineJudgement,
  sortReasons,
} from './judge-rules.ts'
import { findForwardedOrder, type ForwardedOrder, saveDecision } from './order-queries.ts'
import { type PreparedQuote, prepareQuote } from './prepare-quote.ts'
import { saveQuote } from './save-quote.ts'

/**
 * A request to follow an order, with `accountId` only if it is that vendor's. `isWanted` if a user wants to pay it now,
 * also after its reservation has expired.
 */
export type FollowInput = Readonly<{ id: string; accountId?: number; isWanted?: boolean; now: Date }>

/** The marketplace's rules for countries and postcodes. */
export const GATES = { isServed: (country: string) => findCountry(country) !== undefined, isPostcode }

/** Returns the marketplace's current rules for purchases: countries that operators have closed are not served. */
export async function readGates(db: Queryable): Promise<AddressGates> {
  return { ...GATES, isServed: await readServedCountries(db) }
}

/** The most attempts: stock and prices may change between pricing and reserving, and then it is repeated. */
const MAX_ROUNDS = 4

/**
 * Updates an order to its store, catalogue and supplier orders: judges it, quotes and reserves, releases the rest.
 * Repeating it changes nothing. Returns the order in its new state.
 */
export async function followOrder(
  db: Database,
  deps: ShopOrderDeps,
  input: FollowInput,
): Promise<ForwardedOrder | undefined> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const order = await findForwardedOrder(db, input)
    if (!order) return undefined
    const settings = await readForwardingSettings(db, order.account.id)
    const judgement = await judgeOrder(db, deps, { order, settings, now: input.now })
    const isApplied = await applyJudgement(db, deps, { ...input, order, settings, judgement })
    if (isApplied) return findForwardedOrder(db, { id: input.id })
  }
  throw new AppError(
    'unavailable',
    'order_changing',
    'This order is being updated. Please try again in a moment.',
  )
}

/** The orderable units of an order now, and the reasons against the rest. */
type Judgement = Readonly<{
  prepared: PreparedQuote | undefined
  figures: PreparedQuote['figures'] | null
  reasons: readonly Reason[]
  lineReasons: readonly Readonly<{ externalId: string; reason: LineReason | null }>[]
}>

type JudgeTask = Readonly<{ order: ForwardedOrder; settings: ForwardingSettings; now: Date }>

async function judgeOrder(db: Database, deps: ShopOrderDeps, task: JudgeTask): Promise<Judgement> {
  const { order, settings } = task
  const { wholeOrdersOnly } = settings
  const judged = judgeLines(order.lines, { wholeOrdersOnly, isPractice: order.isPractice })
  const isClosed = order.shopState === 'cancelled' || order.shopState === 'refunded'
  const ofOrder = isClosed ? [] : judgeWholeOrder(order, await readGates(db))
  const isOpen = !isClosed && ofOrder.length === 0 && judged.some(({ ready }) => ready > 0)
  const prepared = isOpen ? await prepareQuote(db, deps, { ...task, judged }) : undefined
  const lineReasons = judged.map(({ externalId, reasons: [first = null] }) => ({
    externalId,
    reason: isClosed ? null : (prepared?.lineReasons.get(externalId) ?? first),
  }))
  const ofCost =
    prepared && prepared.lines.length > 0 ? judgeCost(prepared.figures, { ...settings, ...order }) : []
  const isBuyable = prepared !== undefined && prepared.lines.length > 0
  return {
    prepared: isBuyable && ofCost.length === 0 ? prepared : undefined,
    figures: isBuyable ? prepared.figures : null,
    reasons: sortReasons([
      ...(hasWanted(order, judged) ? ofOrder : []),
      ...lineReasons.map(({ reason }) => reason),
      ...(isClosed ? [] : judged.flatMap(({ reasons }) => reasons)),
      ...ofCost,
    ]),
    lineReasons,
  }
}

function hasWanted(order: ForwardedOrder, judged: readonly LineJudgement[]): boolean {
  return (
    order.lines.some(({ kind }) => kind !== 'foreign') &&
    judged.some(({ ready, reasons }) => ready > 0 || reasons.length > 0)
  )
}

type ApplyTask = FollowInput & JudgeTask & Readonly<{ judgement: Judgement }>

/** Thrown to roll back if the order or the catalogue has changed since it was judged. */
const CHANGED = new Error('the order has changed since it was judged')

/** Stores a judgement, in one transaction; returns false if something has changed meanwhile. */
async function applyJudgement(db: Database, deps: ShopOrderDeps, task: ApplyTask): Promise<boolean> {
  const touched: string[] = []
  try {
    await inTransaction(db, async (tx) => {
      touched.length = 0
      const locked = await findForwardedOrder(tx, { id: task.id, locked: true })
      if (!locked || !isSame(locked, task.order)) throw CHANGED
      touched.push(...(await applyToLocked(tx, deps, task)))
    })
  } catch (error) {
    if (error === CHANGED) return false
    throw error
  }
  announceProducts(db, touched)
  return true
}

/** Returns whether an order is unchanged since it was judged; stock and prices are checked when they are reserved. */
function isSame(one: ForwardedOrder, other: ForwardedOrder): boolean {
  const toComparable = ({ lines, ...order }: ForwardedOrder) =>
    JSON.stringify([
      order,
      lines.map(({ stock: _stock, isListed: _isListed, wholesaleAmount: _amount, ...line }) => line),
    ])
  return toComparable(one) === toComparable(other)
}

/** Returns the products whose stock has changed. */
async function applyToLocked(tx: Transaction, deps: ShopOrderDeps, task: ApplyTask): Promise<string[]> {
  const { order, judgement, settings, isWanted = false, now } = task
  const { prepared, lineReasons } = judgement
  const { quote } = order
  const open = quote?.isOpen === true ? quote : undefined
  const hasLapsed = quote !== null && !quote.isPaid && (!quote.isOpen || quote.expiresAt <= now)
  const isUnchanged = open !== undefined && prepared?.requestHash === open.requestHash && open.expiresAt > now
  const released = open && !isUnchanged ? await releasePurchases(tx, [open.purchaseId], now) : []
  // It was paid just now.
  if (!released) throw CHANGED
  const lapsedAt = isWanted || isUnchanged || !prepared ? null : (order.lapsedAt ?? (hasLapsed ? now : null))
  const isQuoted = prepared !== undefined && !isUnchanged && lapsedAt === null
  const saved = isQuoted
    ? await saveQuote(tx, {
        order,
        prepared,
        settings,
        commission: deps.commission,
        limitFactor: deps.limitFactor,
        now,
      })
    : undefined
  if (saved?.ok === false && saved.why === 'changed') throw CHANGED
  const isOverLimit = saved?.ok === false
  const reasons = isOverLimit ? sortReasons([...judgement.reasons, 'reservation_limit']) : judgement.reasons
  const quotePurchaseId = saved?.ok ? saved.purchaseId : isUnchanged ? open.purchaseId : null
  await saveDecision(tx, {
    key: order.key,
    state: decideState(order, reasons),
    reasons: decideState(order, reasons) === 'blocked' ? reasons : [],
    lineReasons,
    quotePurchaseId,
    lapsedAt,
    figures: judgement.figures,
    now,
  })
  const reserved =
    saved?.ok && !order.isPractice ? prepared?.lines.map(({ priced }) => priced.productPublicId) : []
  return [...released, ...(reserved ?? [])]
}
