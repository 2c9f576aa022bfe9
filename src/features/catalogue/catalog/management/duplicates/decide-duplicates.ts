import { notFound, refused } from '#core/errors.ts'
import { type Database, inTransaction, type Transaction } from '#database/database.ts'
import { getStoreLocation } from '#features/catalogue/suppliers/service.ts'
import { notifyProductsChanged, refreshStockCounts } from '../../storefront/details/product-queries.ts'
import { raiseRevisions, updateStatuses } from '../product-edits/edit-queries.ts'
import { insertChanges } from '../product-edits/history-queries.ts'
import {
  type DuplicateProductRow,
  findDuplicate,
  lockDuplicate,
  type StoredDuplicate,
  updateDuplicate,
} from './duplicate-queries.ts'
import { moveVariants, returnVariants, selectProductKeys } from './merge-queries.ts'
import { planMerge } from './rules.ts'

/** A reference to a store's pair, the account that decides, and the time. */
export type DuplicateRef = Readonly<{ ownerId: number; memberId: number; id: string; now: Date }>

type MergeInput = DuplicateRef & Readonly<{ keep: string; revisions: readonly number[] }>

/**
 * Merges two products into one; a repeated merge into the same product returns the same result. Throws
 * `duplicate_not_found`; refuses with `duplicate_decided`, `product_changed` and `merge_refused`.
 */
export async function mergeDuplicate(db: Database, input: MergeInput): Promise<StoredDuplicate> {
  return decide(db, input, async (tx, pair) => {
    const { keep, revisions } = input
    if (pair.state === 'merged' && pair.targetId === keep) return
    refuseDecided(pair)
    const { first, second } = pair
    const target = [first, second].find(({ id }) => id === keep)
    if (!target) throw duplicateNotFound()
    const isCurrent = first.revision === revisions[0] && second.revision === revisions[1]
    if (!isCurrent || first.status === 'archived' || second.status === 'archived') throw productChanged()
    await merge(tx, pair, { ...input, target, other: target === first ? second : first })
  })
}

async function merge(
  tx: Transaction,
  { id }: StoredDuplicate,
  { memberId, now, target, other }: MergeInput & Readonly<Record<'target' | 'other', DuplicateProductRow>>,
): Promise<void> {
  const { moves, problem } = planMerge(target, other)
  if (problem !== null) throw refused('merge_refused', problem)
  // The caller has already refused archived products.
  if (other.status === 'archived') throw productChanged()
  const keys = await getKeys(tx, { target: target.id, other: other.id })
  const variantIds = moves.map((variant) => variant.id)
  const moved = await moveVariants(tx, { variantIds, to: keys.target, now })
  await setStatus(
    tx,
    { key: keys.other, before: other.status, after: 'archived', source: 'edit' },
    { memberId, now },
  )
  await refresh(tx, keys, { now, publicIds: [target.id, other.id] })
  const record = { status: other.status, ...moved }
  const decided = { by: memberId, at: now }
  await updateDuplicate(tx, { id, state: 'merged', decided, merge: { targetKey: keys.target, record } })
}

/** Keeps both products of a pair. Throws `duplicate_not_found`; refuses with `duplicate_decided`. */
export async function keepBoth(db: Database, ref: DuplicateRef): Promise<StoredDuplicate> {
  return decide(db, ref, async (tx, pair) => {
    if (pair.state === 'separate') return
    refuseDecided(pair)
    const decided = { by: ref.memberId, at: ref.now }
    await updateDuplicate(tx, { id: pair.id, state: 'separate', decided, merge: null })
  })
}

/**
 * Reverses a decision about a pair. Moved variants that still exist return to their product, which gets its former
 * status. A pair without a decision is unchanged. Throws `duplicate_not_found`; refuses with `product_changed` when the
 * other product was restored.
 */
export async function undoDuplicate(db: Database, ref: DuplicateRef): Promise<StoredDuplicate> {
  return decide(db, ref, async (tx, pair) => {
    if (pair.state === 'open') return
    if (pair.merge) await undoMerge(tx, pair, ref)
    await updateDuplicate(tx, { id: pair.id, state: 'open', decided: null, merge: null })
  })
}

async function undoMerge(
  tx: Transaction,
  { first, second, targetId, merge: record }: StoredDuplicate,
  { memberId, now }: DuplicateRef,
): Promise<void> {
  const [target, other] = targetId === first.id ? [first, second] : [second, first]
  if (!record || other.status !== 'archived') throw productChanged()
  const keys = await getKeys(tx, { target: target.id, other: other.id })
  await returnVariants(tx, record, { from: keys.target, to: keys.other, now })
  await setStatus(
    tx,
    { key: keys.other, before: 'archived', after: record.status, source: 'undo' },
    { memberId, now },
  )
  await refresh(tx, keys, { now, publicIds: [target.id, other.id] })
}

async function decide(
  db: Database,
  { ownerId, id }: DuplicateRef,
  change: (tx: Transaction, pair: StoredDuplicate) => Promise<void>,
): Promise<StoredDuplicate> {
  return inTransaction(db, async (tx) => {
    const { supplierId } = await getStoreLocation(tx, ownerId)
    await lockDuplicate(tx, supplierId, id)
    const pair = await findDuplicate(tx, supplierId, id)
    if (!pair) throw duplicateNotFound()
    await change(tx, pair)
    return (await findDuplicate(tx, supplierId, id)) ?? pair
  })
}

type Keys = Readonly<Record<'target' | 'other', number>>

async function getKeys(tx: Transaction, ids: Readonly<Record<'target' | 'other', string>>): Promise<Keys> {
  const keys = await selectProductKeys(tx, [ids.target, ids.other])
  const [target, other] = [keys.get(ids.target), keys.get(ids.other)]
  if (target === undefined || other === undefined) throw productChanged()
  return { target, other }
}

type StatusChange = Readonly<{
  key: number
  before: DuplicateProductRow['status']
  after: DuplicateProductRow['status']
  source: 'edit' | 'undo'
}>

async function setStatus(
  tx: Transaction,
  { key, before, after, source }: StatusChange,
  { memberId, now }: Pick<DuplicateRef, 'memberId' | 'now'>,
): Promise<void> {
  await updateStatuses(tx, [{ id: key, status: after }])
  const change = {
    productId: key,
    variantId: null,
    sku: '',
    title: '',
    field: 'status',
    before,
    after,
  } as const
  await insertChanges(tx, { accountId: memberId, source, now }, [change])
}

async function refresh(
  tx: Transaction,
  { target, other }: Keys,
  { now, publicIds }: Readonly<{ now: Date; publicIds: readonly string[] }>,
): Promise<void> {
  await raiseRevisions(tx, [target, other], now)
  await refreshStockCounts(tx, [target, other])
  await notifyProductsChanged(tx, publicIds)
}

function refuseDecided({ state }: StoredDuplicate): void {
  if (state !== 'open')
    throw refused('duplicate_decided', 'Someone has already decided this. Undo that decision first.')
}

function duplicateNotFound() {
  return notFound('duplicate_not_found', 'These products are no longer possible duplicates.')
}

function productChanged() {
  return refused(
    'product_changed',
    'One of the two products has changed in the meantime. Compare them again.',
  )
}
