import { listRolesWith, ROLES } from '#core/access/permissions.ts'
import { and, eq, sql } from 'drizzle-orm'
import { type Queryable, type Transaction, queryPrepared, queryRows } from '#database/database.ts'
import type { ReviewData } from '#features/catalogue/catalog/contract.ts'
import type { StarCounts } from './rules.ts'
import { toReview, type ReviewRow } from './review-view.ts'
import { type reviewReports, reviews } from './tables.ts'

/** Returns whether any product has a review. */
export async function hasReviews(db: Queryable): Promise<boolean> {
  const found = await db.select({ id: reviews.id }).from(reviews).limit(1)
  return found.length > 0
}

/** Stores new reviews. */
export async function insertReviews(
  db: Queryable,
  newReviews: readonly (typeof reviews.$inferInsert)[],
): Promise<void> {
  await db.insert(reviews).values([...newReviews])
}

/** A review to store; its account may have reviewed the product already. */
export type ReviewRecord = typeof reviews.$inferInsert

/** Stores a review, or updates the account's earlier one; returns its key and public id. */
export async function upsertReview(
  tx: Transaction,
  review: ReviewRecord,
): Promise<{ id: number; publicId: string }> {
  const { rating, text, userName, createdAt: editedAt, isBought } = review
  const [stored] = await tx
    .insert(reviews)
    .values(review)
    .onConflictDoUpdate({
      target: [reviews.accountId, reviews.productId],
      targetWhere: sql`account_id is not null`,
      // A verified purchase stays verified, even if the buyer's address has changed since.
      set: { rating, text, userName, editedAt, isBought: sql`${reviews.isBought} or ${isBought}` },
    })
    .returning({ id: reviews.id, publicId: reviews.publicId })
  if (!stored) throw new Error('the review was not kept')
  return stored
}

/**
 * A listed product and an account's relation to its store. `isOwn` says whether the account is in the team. `repliesAs`
 * is the public id of the business for which it may reply to reviews, null if its role does not allow that.
 */
export type ReviewableProduct = Readonly<{ id: number; isOwn: boolean; repliesAs: string | null }>

/** Returns a listed product for an account; undefined when there is no such product. */
export async function findReviewableProduct(
  db: Queryable,
  publicId: string,
  accountId: number | undefined,
): Promise<ReviewableProduct | undefined> {
  const [found] = await queryPrepared<ReviewableProduct>(db, REVIEWABLE_PRODUCT, [
    publicId,
    accountId ?? null,
  ])
  return found
}

const toRoleArray = (roles: readonly string[]) => `'{${roles.join(',')}}'::text[]`

const REVIEWABLE_PRODUCT = {
  name: 'reviews_reviewable',
  text: `
    select p.id,
      coalesce(s.owner_id in (select f_businesses_of($2, ${toRoleArray(Object.keys(ROLES.manufacturer))})), false) as "isOwn",
      (select o.public_id from accounts o where o.id = s.owner_id and o.id in (
        select f_businesses_of($2, ${toRoleArray(listRolesWith('manufacturer', 'reviews:write'))}))) as "repliesAs"
    from products p join suppliers s on s.id = p.supplier_id
    where p.public_id = $1 and p.is_listed`,
}

/** Deletes a review of that account; returns the key of its product, undefined when there is no such review. */
export async function deleteAccountReview(
  tx: Transaction,
  { publicId, accountId }: Readonly<{ publicId: string; accountId: number }>,
): Promise<number | undefined> {
  const [deleted] = await tx
    .delete(reviews)
    .where(and(eq(reviews.publicId, publicId), eq(reviews.accountId, accountId)))
    .returning({ productId: reviews.productId })
  return deleted?.productId
}

/**
 * Sets or deletes the store's answer to a review of a product of that owner's store. Returns its product, if the review
 * exists.
 */
export async function updateAnswer(
  tx: Transaction,
  { publicId, ownerId }: Readonly<{ publicId: string; ownerId: number }>,
  answer: Readonly<{ text: string; at: Date }> | undefined,
): Promise<number | undefined> {
  const [found] = await queryRows<{ product_id: number }>(
    tx,
    sql`
      update reviews r set answer = ${answer?.text ?? null}, answered_at = ${answer?.at.toISOString() ?? null}
      from suppliers s
      where s.id = r.supplier_id and s.owner_id = ${ownerId} and r.public_id = ${publicId} returning r.product_id`,
  )
  return found?.product_id
}

/** Anonymizes an account's reviews under `userName`; returns their products. */
export async function detachReviews(
  tx: Transaction,
  { accountId, userName }: Readonly<{ accountId: number; userName: string }>,
): Promise<number[]> {
  const detached = await tx
    .update(reviews)
    .set({ accountId: null, userName })
    .where(eq(reviews.accountId, accountId))
    .returning({ productId: reviews.productId })
  return detached.map(({ productId }) => productId)
}

/**
 * Marks reviews by buyers as verified; `bought` has the keys of accounts and products. Returns the products of the
 * marked reviews.
 */
export async function markReviewsBought(
  tx: Transaction,
  purchases: readonly Readonly<{ accountId: number; productId: number }>[],
): Promise<number[]> {
  const updated = await queryRows<{ product_id: number }>(
    tx,
    sql`
      update reviews r set is_bought = true
      from jsonb_to_recordset(${JSON.stringify(purchases)}::jsonb) b("accountId" bigint, "productId" bigint)
      where r.account_id = b."accountId" and r.product_id = b."productId" and not r.is_bought
      returning r.product_id`,
  )
  return updated.map((row) => row.product_id)
}

/** Stores a report of a review, one per account; returns whether there is such a review. */
export async function insertReviewReport(
  db: Queryable,
  { reviewId, ...report }: Omit<typeof reviewReports.$inferInsert, 'reviewId'> & { reviewId: string },
): Promise<boolean> {
  const { accountId = null, reason, note, createdAt } = report
  const stored = await queryRows<{ id: number }>(
    db,
    sql`
      insert into review_reports (review_id, account_id, reason, note, created_at)
      select id, ${accountId}::bigint, ${reason}, ${note}, ${createdAt.toISOString()}::timestamptz
      from reviews where public_id = ${reviewId}
      on conflict (review_id, account_id) where account_id is not null
        do update set reason = excluded.reason, note = excluded.note, created_at = excluded.created_at
      returning id`,
  )
  return stored.length > 0
}

/** The rating of a product: counts by stars, and its newest reviews. */
export type ReviewCounts = Readonly<{ productId: number; stars: StarCounts; newest: readonly ReviewData[] }>

/**
 * Locks these products' review counts and returns each with its `limit` newest reviews. Until the transaction ends, no
 * other transaction changes the reviews of these products.
 */
export async function lockReviewCounts(
  tx: Transaction,
  { productIds, limit }: { productIds: readonly number[]; limit: number },
): Promise<ReviewCounts[]> {
  const starRows = await queryRows<{ product_id: number; stars: StarCounts }>(
    tx,
    sql`
      select product_id, array[stars_1, stars_2, stars_3, stars_4, stars_5] as stars from review_stars
      where product_id = any(${sql.param([...productIds])}::bigint[]) order by product_id for update`,
  )
  // A separate statement, because only a statement that begins after the wait sees the other transaction's rows.
  const newest = await queryRows<ReviewRow & { product_id: number }>(
    tx,
    sql`
      select n.* from unnest(${sql.param([...productIds])}::bigint[]) of(product_id), lateral (
        select product_id, public_id, rating, text, user_name, created_at from reviews r
        where r.product_id = of.product_id and r.removed_at is null order by created_at desc, id desc limit ${limit}) n`,
  )
  const byProduct = Map.groupBy(newest, (row) => row.product_id)
  return starRows.map(({ product_id: productId, stars }) => ({
    productId,
    stars,
    newest: (byProduct.get(productId) ?? []).map(toReview),
  }))
}
