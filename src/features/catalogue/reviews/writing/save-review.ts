import { type Database, inTransaction } from '#database/database.ts'
import { hasBought } from '#features/sales/orders/service.ts'
import { invalid, notFound, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import type { ReviewInputData } from '../contract.ts'
import { updateCatalogueReviews } from '../review-totals.ts'
import { attachReviewPictures } from '../pictures/picture-queries.ts'
import { deleteAccountReview, findReviewableProduct, upsertReview } from '../queries.ts'
import { findMissingPart, formatReviewerName } from '../rules.ts'

/** A submitted review and its writer; anonymous without an actor. */
export type SaveReviewInput = Readonly<{ written: ReviewInputData; actor: Actor | undefined; now: Date }>

/** Throws `rating_missing` or `review_missing` when a review is incomplete. */
export function requireComplete(form: ReviewInputData): void {
  const missing = findMissingPart(form)
  if (!missing) return
  const fields = [missing.code === 'rating_missing' ? 'rating' : 'review']
  throw invalid(missing.code, missing.message, { fields })
}

/**
 * Saves a review, replacing the author's earlier one of the product; returns its public id. The names of signed-in
 * authors are shown, and known buyers are marked. Throws `product_not_found`, and refuses with `own_product`,
 * `pictures_need_sign_in` and `picture_not_found`.
 */
export async function saveReview(db: Database, { written, actor, now }: SaveReviewInput): Promise<string> {
  requireComplete(written)
  const { rating, review: text, pictures } = written
  if (pictures && pictures.length > 0 && !actor)
    throw refused('pictures_need_sign_in', 'Sign in to add pictures to your review.')
  return inTransaction(db, async (tx) => {
    const product = await findReviewableProduct(tx, written.productId, actor?.id)
    if (!product) throw notFound('product_not_found', 'Product not found')
    if (product.isOwn) throw refused('own_product', 'You can\u2019t review a product of your own store.')
    const stored = await upsertReview(tx, {
      publicId: newId('review', now.getTime()),
      productId: product.id,
      accountId: actor?.id ?? null,
      rating,
      text,
      userName: actor ? formatReviewerName(actor) : null,
      createdAt: now,
      isBought: actor ? await hasBought(tx, { accountId: actor.id, productId: product.id }) : false,
    })
    if (actor && pictures) {
      const attached = await attachReviewPictures(tx, {
        reviewId: stored.id,
        accountId: actor.id,
        wanted: pictures,
      })
      if (attached !== pictures.length)
        throw refused('picture_not_found', 'One of the pictures has expired. Add it again.')
    }
    await updateCatalogueReviews(tx, [product.id])
    return stored.publicId
  })
}

/** Deletes a review of the caller. Throws `review_not_found`. */
export async function deleteReview(
  db: Database,
  { reviewId, accountId }: Readonly<{ reviewId: string; accountId: number }>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const productId = await deleteAccountReview(tx, { publicId: reviewId, accountId })
    if (productId === undefined) throw notFound('review_not_found', 'You have no review of this product.')
    await updateCatalogueReviews(tx, [productId])
  })
}
