import { sql } from 'drizzle-orm'
import { queryRows, type Queryable, type Transaction } from '#database/database.ts'
import type { ReportReason } from '../contract.ts'

/** A review with its reports; `key` is its position in the list. */
export type ModeratedRow = Readonly<{
  key: number
  id: string
  product: { id: string; name: string }
  supplier: { id: string; name: string }
  author: string | null
  rating: number
  text: string
  isBought: boolean
  createdAt: Date
  removedAt: Date | null
  removalReason: string | null
  reports: { reason: ReportReason; note: string; at: string; isOpen: boolean }[]
}>

/** A page of reviews with open reports, or of removed reviews, and the key before which it begins. */
export type ModerationPage = Readonly<{
  view: 'reported' | 'removed'
  before: number | undefined
  limit: number
}>

/** Returns a page of reviews to decide on, or of removed ones, the newest first. */
export async function listModeratedReviews(db: Queryable, page: ModerationPage): Promise<ModeratedRow[]> {
  const { view, before, limit } = page
  const matches =
    view === 'removed'
      ? sql`r.removed_at is not null`
      : sql`r.removed_at is null and r.id in (select review_id from review_reports where decision is null)`
  return queryRows<ModeratedRow>(
    db,
    sql`
      select r.id as key, r.public_id as id, r.user_name as author, r.rating, r.text, r.is_bought as "isBought",
        r.created_at as "createdAt", r.removed_at as "removedAt", r.removal_reason as "removalReason",
        json_build_object('id', p.public_id, 'name', p.name) as product,
        json_build_object('id', s.public_id, 'name', s.name) as supplier,
        (select coalesce(json_agg(json_build_object('reason', x.reason, 'note', x.note, 'at', x.created_at,
          'isOpen', x.decision is null) order by x.id desc), '[]') from review_reports x where x.review_id = r.id) as reports
      from reviews r join products p on p.id = r.product_id join suppliers s on s.id = r.supplier_id
      where ${matches} ${before === undefined ? sql`` : sql`and r.id < ${before}`}
      order by r.id desc limit ${limit}`,
  )
}

/** A review in its current state, locked for a decision. */
export type LockedReview = Readonly<{
  id: number
  productId: number
  supplierId: number
  removedAt: Date | null
  removalReason: string | null
}>

/** Returns the review with a public id, locked until the transaction ends. */
export async function lockReview(tx: Transaction, publicId: string): Promise<LockedReview | undefined> {
  const [found] = await queryRows<LockedReview>(
    tx,
    sql`
      select id, product_id as "productId", supplier_id as "supplierId", removed_at as "removedAt",
        removal_reason as "removalReason"
      from reviews where public_id = ${publicId} for no key update`,
  )
  return found
}

/** Removes a review, or restores it if `removal` is null. */
export async function updateRemoval(
  tx: Transaction,
  id: number,
  removal: Readonly<{ at: Date; reason: string }> | null,
): Promise<void> {
  await tx.execute(sql`
    update reviews set removed_at = ${removal?.at.toISOString() ?? null}, removal_reason = ${removal?.reason ?? null}
    where id = ${id}`)
}

/** Stores the decision about the open reports of a review; returns their number. */
export async function decideReports(
  tx: Transaction,
  decision: Readonly<{ reviewId: number; decision: 'kept' | 'removed'; accountId: number; now: Date }>,
): Promise<number> {
  const decided = await queryRows(
    tx,
    sql`
      update review_reports set decision = ${decision.decision}, decided_at = ${decision.now.toISOString()},
        decided_by = ${decision.accountId}
      where review_id = ${decision.reviewId} and decision is null returning id`,
  )
  return decided.length
}
