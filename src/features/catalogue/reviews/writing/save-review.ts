import { type Database, inTransaction } from '#database/database.ts'
import { hasBought } from '#features/sales/orders/service.ts'
import { invalid, notFound, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import type { WrittenReviewData } from '../contract.ts'
import { tellCatalogue } from '../figures.ts'
import { attachPictures } from '../pictures/picture-queries.ts'
import { deleteReviewOf, findReviewable, upsertReview } from '../queries.ts'
import { lackOf, shownName } from '../rules.ts'

/** A review as sent, and who sent it; nobody knows who where there is no actor. */
export type SaveReview = Readonly<{ written: WrittenReviewData; actor: Actor | undefined; now: Date }>

/** Throws `rating_missing` and `review_missing` when a review lacks what makes one. */
export function checkWhole(written: WrittenReviewData): void {
  const lack = lackOf(written)
  if (!lack) return
  const fields = [lack.code === 'rating_missing' ? 'rating' : 'review']
  throw invalid(lack.code, lack.message, { fields })
}

/**
 * Keeps a review, in the place of the one its writer has of the piece; gives its public id. Whoever is signed in is named and
 * marked as a buyer where that is known. Throws `product_not_found`, and refuses with `own_piece`,
 * `pictures_need_sign_in` and `picture_not_found`.
 */
export async function saveReview(db: Database, { written, actor, now }: SaveReview): Promise<string> {
  checkWhole(written)
  const { rating, review: text, pictures } = written
  if (pictures && pictures.length > 0 && !actor)
    throw refused('pictures_need_sign_in', 'Please sign in to add pictures to your review.')
  return inTransaction(db, async (tx) => {
    const product = await findReviewable(tx, written.productId)
    if (!product) throw notFound('product_not_found', 'Product not found')
    if (actor && product.ownerId === actor.id)
      throw refused('own_piece', 'This piece is from your own store: its reviews are left to others.')
    const kept = await upsertReview(tx, {
      publicId: newId('review', now.getTime()),
      productId: product.id,
      personId: actor?.id ?? null,
      rating,
      text,
      userName: actor ? shownName(actor) : null,
      createdAt: now,
      isBought: actor ? await hasBought(tx, { personId: actor.id, productId: product.id }) : false,
    })
    if (actor && pictures) {
      const attached = await attachPictures(tx, { reviewId: kept.id, personId: actor.id, wanted: pictures })
      if (attached !== pictures.length)
        throw refused('picture_not_found', 'One of the pictures is gone. Please add it again.')
    }
    await tellCatalogue(tx, [product.id])
    return kept.publicId
  })
}

/** Deletes one's own review. Throws `review_not_found`. */
export async function deleteReview(
  db: Database,
  { reviewId, personId }: Readonly<{ reviewId: string; personId: number }>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const productId = await deleteReviewOf(tx, { publicId: reviewId, personId })
    if (productId === undefined) throw notFound('review_not_found', 'There is no such review of yours.')
    await tellCatalogue(tx, [productId])
  })
}
