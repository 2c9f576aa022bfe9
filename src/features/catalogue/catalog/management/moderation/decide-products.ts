import { type AppError, notFound, refused } from '#core/errors.ts'
import { type Database, inTransaction } from '#database/database.ts'
import { type AuditSource, recordChange } from '#features/identity/audit/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { notifyProductsChanged } from '../../storefront/details/product-queries.ts'
import type { ModerationRulesData, ModerationStateName, ProductDecision } from './contract.ts'
import {
  foldWords,
  insertDecisions,
  type LockedProduct,
  lockProducts,
  lockRules,
  readRules,
  type StoredRules,
  updateModeration,
  updateRules,
} from './decision-queries.ts'
import { toWordPattern } from './rules.ts'

/** The transitions of each decision, by state. */
const DECISIONS: Readonly<
  Record<
    ProductDecision['decision'],
    Readonly<{ from: readonly ModerationStateName[]; to: ModerationStateName; action: string }>
  >
> = {
  approve: { from: ['pending', 'refused'], to: 'approved', action: 'Approved a product' },
  refuse: { from: ['pending'], to: 'refused', action: 'Refused a product' },
  hide: { from: ['approved', 'pending', 'refused'], to: 'hidden', action: 'Hid a product' },
  show: { from: ['hidden'], to: 'approved', action: 'Showed a hidden product again' },
}

/**
 * Decides about products, all or none, and notifies their suppliers by email. Throws `product_not_found`; refuses with
 * `product_state` when another operator has already decided.
 */
export async function decideProducts(
  db: Database,
  source: AuditSource,
  { decision, enqueue }: Readonly<{ decision: ProductDecision; enqueue: Enqueue }>,
): Promise<void> {
  const { from, to, action } = DECISIONS[decision.decision]
  const reason = decision.decision === 'approve' ? '' : decision.reason
  await inTransaction(db, async (tx) => {
    const products = await lockProducts(tx, decision.ids)
    if (products.length < new Set(decision.ids).size) throw productNotFound()
    if (products.some(({ moderation }) => !from.includes(moderation)))
      throw productStateError(products.length)
    const ids = products.map(({ id }) => id)
    const isBlocked = to === 'refused' || to === 'hidden'
    await updateModeration(tx, ids, { state: to, reason: isBlocked ? reason : null })
    const { memberId: accountId, now } = source
    const decisionIds = await insertDecisions(tx, ids, {
      accountId,
      decision: decision.decision,
      reason,
      now,
    })
    for (const product of products)
      await recordChange(tx, source, toAuditEntry(product, { to, action, reason }))
    await notifyProductsChanged(
      tx,
      products.map(({ publicId }) => publicId),
    )
    await enqueue(tx, { job: 'catalog.mail_decisions', input: { decisionIds } })
  })
}

function toAuditEntry(
  { publicId, supplierId, name, moderation, reason: reasonBefore }: LockedProduct,
  { to, action, reason }: Readonly<{ to: ModerationStateName; action: string; reason: string }>,
) {
  return {
    supplierId,
    kind: 'product' as const,
    action: `${action}: ${name}`.slice(0, 200).toWellFormed(),
    entity: `product:${publicId}`,
    before: { state: moderation, reason: reasonBefore },
    after: { state: to, reason: reason === '' ? null : reason },
  }
}

/**
 * Sets which new and changed products wait for a review, and returns the stored rules. Listed products stay listed until
 * they change. Refuses with `changed_meanwhile` if `version` is given and no longer the stored one.
 */
export async function saveRules(
  db: Database,
  source: AuditSource,
  { rules, version }: Readonly<{ rules: ModerationRulesData; version: number | undefined }>,
): Promise<StoredRules> {
  return inTransaction(db, async (tx) => {
    const stored = await lockRules(tx)
    if (version !== undefined && version !== stored.version)
      throw refused('changed_meanwhile', 'Someone else has changed this. Reload the page to see it.')
    const before = stored.rules
    if (JSON.stringify(toAuditValues(before)) === JSON.stringify(toAuditValues(rules))) return stored
    const words = toWordPattern(await foldWords(tx, rules.words))
    const stones = toWordPattern(await foldWords(tx, rules.stones))
    await updateRules(tx, rules, { words, stones, now: source.now })
    await recordChange(tx, source, {
      supplierId: null,
      kind: 'product',
      action: 'Changed which products are reviewed',
      entity: 'moderation_rules',
      before: toAuditValues(before),
      after: toAuditValues(rules),
    })
    return readRules(tx)
  })
}

function toAuditValues({ firstProducts, priceJumpPercent, words, stones }: ModerationRulesData) {
  return { firstProducts, priceJumpPercent, words: words.join(', '), stones: stones.join(', ') }
}

/** Returns the error for a product that does not exist. */
export function productNotFound(): AppError {
  return notFound('product_not_found', 'This product no longer exists. Reload the list.')
}

function productStateError(count: number): AppError {
  return refused(
    'product_state',
    count === 1
      ? 'This has already been decided. Reload the page to see the latest version.'
      : 'One of these products has been decided already. Reload the list, and choose again.',
  )
}
