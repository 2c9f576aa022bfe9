import { sql } from 'drizzle-orm'
import type { ReviewData } from '#features/catalogue/catalog/contract.ts'
import type { ReviewPictureData, ReviewViewData } from './contract.ts'
import { getAuthorName } from './rules.ts'

/** The columns of a review `r` for `toReviewView`; `s` is its supplier. */
export const REVIEW_COLUMNS = sql`
  r.public_id, r.rating, r.text, r.user_name, r.created_at, r.edited_at, r.is_bought, r.answer, r.answered_at, s.name as store,
  (select json_agg(json_build_object('id', c.public_id, 'key', c.key, 'tint', c.tint, 'width', c.width, 'height', c.height)
      order by c.position)
    from review_pictures c where c.review_id = r.id) as pictures`

/** A row of these columns. Moments are texts if the row was converted to JSON. */
export type ReviewViewRow = ReviewRow &
  Readonly<{
    edited_at: Date | null
    is_bought: boolean
    answer: string | null
    answered_at: Date | null
    store: string
    pictures: readonly PictureRow[] | null
  }>

/** The columns that every list of reviews needs. */
export type ReviewRow = Readonly<{
  public_id: string
  rating: number
  text: string
  user_name: string | null
  created_at: string | Date
}>

/** The columns of a picture. */
export type PictureRow = Pick<ReviewPictureData, 'id' | 'width' | 'height'> & { key: string; tint: string }

/** Returns a review in the shape of product cards. */
export function toReview({ public_id, rating, text, user_name, created_at }: ReviewRow): ReviewData {
  return {
    id: public_id,
    rating,
    review: text,
    userName: getAuthorName(user_name),
    createdAt: new Date(created_at).toISOString(),
  }
}

/** Returns a review in the shape that readers see. */
export function toReviewView(row: ReviewViewRow): ReviewViewData {
  const review = toReview(row)
  const { answer, answered_at: answeredAt, store } = row
  const pictures = row.pictures ?? []
  return {
    ...review,
    editedAt: row.edited_at?.toISOString() ?? null,
    isBought: row.is_bought,
    pictures: pictures.map((picture, index) =>
      toReviewPictureView(picture, `Picture ${index + 1} of the review by ${review.userName}`),
    ),
    answer:
      answer === null || answeredAt === null
        ? null
        : { store, text: answer, answeredAt: answeredAt.toISOString() },
  }
}

/** Returns a picture's view model. */
export function toReviewPictureView(picture: PictureRow, alt: string): ReviewPictureData {
  return { ...picture, image_url: `/media/${picture.key}-800.webp`, alt }
}
