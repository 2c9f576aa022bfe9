import { sql, type SQL } from 'drizzle-orm'
import { type Queryable, named, rows } from '#database/database.ts'
import type { ProductImageData } from '#features/catalogue/catalog/contract.ts'
import type { OwnReviewData, ReviewSort, ShownReviewData, StoreReviewData } from './contract.ts'
import type { StarCounts } from './rules.ts'
import { reviewOf, SHOWN, shownReview, type Row, type ShownRow } from './review-view.ts'

/** Which reviews of a piece: those with so many stars, in which order, after how many, at most how many. */
export type Wanted = Readonly<{
  productId: number
  stars?: number | undefined
  sort: ReviewSort
  offset: number
  limit: number
}>

/** The wanted reviews of a product. */
export async function listReviews(db: Queryable, wanted: Wanted): Promise<ShownReviewData[]> {
  const { productId, stars, sort, offset, limit } = wanted
  const found = await rows<ShownRow>(
    db,
    sql`
      select ${SHOWN} from reviews r join suppliers s on s.id = r.supplier_id
      where r.product_id = ${productId} ${stars === undefined ? sql`` : sql`and r.rating = ${stars}`}
      order by ${ORDERS[sort]} limit ${limit} offset ${offset}`,
  )
  return found.map(shownReview)
}

const ORDERS: Record<ReviewSort, SQL> = {
  newest: sql`r.created_at desc, r.id desc`,
  highest: sql`r.rating desc, r.created_at desc, r.id desc`,
  lowest: sql`r.rating, r.created_at desc, r.id desc`,
}

/** How many reviews of a product give one star, two, … five. */
export async function countStars(db: Queryable, productId: number): Promise<StarCounts> {
  const [found] = await named<{ stars: StarCounts }>(db, STARS, [productId])
  return found?.stars ?? [0, 0, 0, 0, 0]
}

const STARS = {
  name: 'reviews_stars',
  text: `select array[stars_1, stars_2, stars_3, stars_4, stars_5] as stars from review_stars where product_id = $1`,
}

/** A person's review of a product, if there is one. */
export async function findOwnReview(
  db: Queryable,
  { personId, productId }: Readonly<{ personId: number; productId: number }>,
): Promise<ShownReviewData | undefined> {
  const [found] = await rows<ShownRow>(
    db,
    sql`
      select ${SHOWN} from reviews r join suppliers s on s.id = r.supplier_id
      where r.person_id = ${personId} and r.product_id = ${productId}`,
  )
  return found && shownReview(found)
}

type OwnRow = ShownRow & PieceRow & { total: number }

/** A person's reviews with their pieces, newest first, and how many there are in all. */
export async function listOwnReviews(
  db: Queryable,
  { personId, offset, limit }: Readonly<{ personId: number; offset: number; limit: number }>,
): Promise<{ total: number; reviews: OwnReviewData[] }> {
  const found = await rows<OwnRow>(
    db,
    sql`
      select ${SHOWN}, ${PIECE}, count(*) over ()::int as total
      from reviews r join suppliers s on s.id = r.supplier_id join products p on p.id = r.product_id
      where r.person_id = ${personId} order by r.created_at desc, r.id desc limit ${limit} offset ${offset}`,
  )
  return {
    total: found[0]?.total ?? 0,
    reviews: found.map((row) => ({ ...shownReview(row), product: pieceOf(row) })),
  }
}

/** Of these products those that are listed and that the person has not reviewed. */
export async function listUnreviewed(
  db: Queryable,
  { personId, productIds }: Readonly<{ personId: number; productIds: readonly number[] }>,
): Promise<{ key: number; product: { id: string; name: string; image: ProductImageData | null } }[]> {
  const found = await named<{ key: number; id: string; name: string; image: ProductImageData | null }>(
    db,
    UNREVIEWED,
    [personId, productIds],
  )
  return found.map(({ key, ...product }) => ({ key, product }))
}

const UNREVIEWED = {
  name: 'reviews_unreviewed',
  text: `
    select p.id as key, p.public_id as id, p.name, p.pictures -> 0 as image from products p
    where p.id = any($2::bigint[]) and p.is_listed
      and not exists (select from reviews r where r.person_id = $1 and r.product_id = p.id)`,
}

/** The newest reviews of a supplier's pieces, at most `limit`; `supplierId` is the key. */
export async function listStoreReviews(
  db: Queryable,
  supplierId: number,
  limit: number,
): Promise<StoreReviewData[]> {
  const found = await named<Row & PieceRow>(db, OF_STORE, [supplierId, limit])
  return found.map((row) => ({ ...reviewOf(row), product: pieceOf(row) }))
}

const OF_STORE = {
  name: 'reviews_of_store',
  text: `
    select r.public_id, r.rating, r.text, r.user_name, r.created_at, p.name, p.pictures -> 0 as image,
      case when p.is_listed then p.public_id end as product_id
    from (select * from reviews where supplier_id = $1 order by created_at desc, id desc limit $2) r
    join products p on p.id = r.product_id
    order by r.created_at desc, r.id desc`,
}

type PieceRow = { product_id: string | null; name: string; image: ProductImageData | null }

const PIECE = sql`p.name, p.pictures -> 0 as image, case when p.is_listed then p.public_id end as product_id`

function pieceOf({ product_id: id, name, image }: PieceRow): OwnReviewData['product'] {
  return { id, name, image }
}
