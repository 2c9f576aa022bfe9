import { z } from 'zod'
import { AppError, refused } from '#core/errors.ts'
import { addMs, HOUR, MINUTE } from '#core/time.ts'
import type { Database } from '#database/database.ts'
import {
  ADJUST_STOCK_EFFECT,
  CHECK_STORE_JOB,
  findStoreChange,
  insertPossibleChanges,
  saveStockKey,
  saveStoreAttempt,
  completeStoreChange,
  type StoreChange,
} from '#features/catalogue/catalog/service.ts'
import {
  findConnectionByKey,
  openKeys,
  type StockAdjustment,
  type StockAdjustmentResult,
  type StoreAccess,
  type StoreConnector,
} from '#features/stores/connections/service.ts'
import { effect, type Effect, type EffectAnswer, type EffectAttempt } from '#platform/effects/effect.ts'
import { OWNER_FIXABLE_CODES } from '../checks/feed-queries.ts'
import type { SupplierStoreDeps } from '../deps.ts'

/**
 * The wait until a store that has definitely done nothing is called again, and one that refuses access until its owner
 * has fixed it.
 */
const RETRY_MS = 5 * MINUTE
const LOCKED_RETRY_MS = HOUR

/**
 * Returns the effect that adjusts a connected store's stock by sales and returns here. Each change is made once, by our
 * reference. After a lost answer the store is searched for that reference.
 */
export function adjustStockEffect(deps: SupplierStoreDeps): Effect {
  return effect({
    kind: ADJUST_STOCK_EFFECT,
    input: z.object({}),

    async begin(tx, { subject, now }) {
      const id = Number(subject)
      const change = await findStoreChange(tx, id)
      if (!change || change.connectionId === null || change.sale === 'closed') {
        await completeStoreChange(tx, id, { isApplied: false, now })
        return false
      }
      // Units are only returned to a store whose stock was definitely reduced by them.
      if (change.sale !== 'open') await saveStoreAttempt(tx, id, now)
      return true
    },

    lookUp: (attempt, { db }) =>
      answerRefusals<EffectAnswer | 'none'>(attempt, async () => {
        const target = await openTarget(db, deps, attempt)
        if (!target || target.change.stockKey === null) return 'none'
        const found = await target.connector.findStockAdjustment(target.access, toAdjustment(target, attempt))
        if (found === 'none') return 'none'
        if (found !== 'cannot_tell') return toAnswer(found, attempt)
        const message = 'Your store can’t confirm this change. Check the stock there.'
        return { outcome: 'unclear', message }
      }),

    perform: (attempt, { db }) =>
      answerRefusals<EffectAnswer>(attempt, async () => {
        const target = await openTarget(db, deps, attempt)
        if (!target) throw refused('store_disconnected', 'This store is no longer connected.')
        if (target.change.sale === 'open')
          return postpone(attempt, 'The sale that took these units is still on its way to your store.')
        const stockKey = target.change.stockKey ?? (await findStockKey(target))
        if (stockKey === undefined) return toAnswer({ outcome: 'gone' }, attempt)
        await saveStockKey(db, target.change.id, stockKey)
        const adjustment = toAdjustment({ ...target, change: { ...target.change, stockKey } }, attempt)
        return toAnswer(await target.connector.adjustStock(target.access, adjustment), attempt)
      }),

    async settle(tx, { subject }, { state, externalId, enqueue }) {
      if (state !== 'done') return
      const id = Number(subject)
      const now = deps.stores.clock()
      await completeStoreChange(tx, id, { isApplied: externalId !== undefined, now })
      const change = await findStoreChange(tx, id)
      if (!change || change.connectionId === null) return
      // A reading made while the answer was on its way may have counted these units twice.
      const { connectionId, productKey } = change
      await insertPossibleChanges(tx, { connectionId, externalIds: [productKey], cause: 'webhook', now })
      await enqueue(tx, { job: CHECK_STORE_JOB, input: { connectionId, scope: 'noticed' } })
    },
  })
}

/**
 * Returns the answers to refusals. A store that rejects a call has not judged the change: it stays the same request,
 * with the same reference. One that only refuses access is called again until its owner has fixed it.
 */
async function answerRefusals<Answer>(
  { now }: EffectAttempt,
  ask: () => Promise<Answer>,
): Promise<Answer | EffectAnswer> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'refused') throw error
    const { message, code } = error
    if (!OWNER_FIXABLE_CODES.includes(code)) return { outcome: 'refused', message, isUnsent: true }
    return { outcome: 'postponed', message, until: addMs(now, LOCKED_RETRY_MS) }
  }
}

type Target = Readonly<{ change: StoreChange; access: StoreAccess; connector: StoreConnector }>

async function openTarget(
  db: Database,
  { stores }: SupplierStoreDeps,
  { subject }: EffectAttempt,
): Promise<Target | undefined> {
  const change = await findStoreChange(db, Number(subject))
  if (!change || change.connectionId === null) return undefined
  const connection = await findConnectionByKey(db, change.connectionId)
  if (!connection) return undefined
  const access = await openKeys(stores, connection)
  return { change, access, connector: stores.connectorFor(connection.platform) }
}

/** Returns the variant's stock in the store: by its ID, else by its SKU, else the only one. */
async function findStockKey({ change, access, connector }: Target): Promise<string | undefined> {
  const { productKey, variantKey, sku } = change
  const [product] = await connector.findSourceProducts(access, [productKey])
  const variants = product?.variants ?? []
  const found =
    variants.find(({ externalId }) => externalId !== '' && externalId === variantKey) ??
    variants.find((variant) => variant.sku !== '' && variant.sku === sku) ??
    (variants.length === 1 ? variants[0] : undefined)
  return found?.stockId
}

function toAdjustment({ change }: Pick<Target, 'change'>, attempt: EffectAttempt): StockAdjustment {
  const { productKey, variantKey, stockKey, quantity, attemptedAt } = change
  const { reference, refusals, now } = attempt
  return {
    reference,
    productId: productKey,
    variantId: variantKey,
    stockId: stockKey ?? '',
    delta: quantity,
    refusals,
    firstRequestedAt: attemptedAt ?? now,
    now,
  }
}

function toAnswer(result: StockAdjustmentResult, attempt: EffectAttempt): EffectAnswer {
  switch (result.outcome) {
    case 'adjusted': {
      const counted = result.quantity === null ? '' : ` Your store has ${result.quantity} now.`
      return { outcome: 'done', externalId: attempt.reference, message: `Changed.${counted}` }
    }
    case 'uncounted':
      return {
        outcome: 'done',
        message: 'Your store doesn’t count this stock, so there is nothing to change.',
      }
    case 'gone':
      return {
        outcome: 'done',
        message: 'This product is no longer in your store, so there is nothing to change.',
      }
    case 'retry':
      return { ...postpone(attempt, result.reason), isRefusal: true }
    case 'refused':
    case 'unclear':
      return { outcome: result.outcome, message: result.reason }
  }
}

function postpone({ now }: EffectAttempt, message: string): Extract<EffectAnswer, { outcome: 'postponed' }> {
  return { outcome: 'postponed', message, until: addMs(now, RETRY_MS) }
}
