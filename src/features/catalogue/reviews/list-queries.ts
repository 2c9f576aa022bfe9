import { sql, type SQL } from 'drizzle-orm'
import { type Queryable, queryPrepared, queryRows } from '#database/database.ts'
import type { ProductImageData } from '#features/catalogue/catalog/contract.ts'
import type { OwnReviewData, ReviewSort, ReviewViewData, StoreReviewData } from './contract.ts'
import type { StarCounts } from './rules.ts'
import { toReview, REVIEW_COLUMNS, toReviewView, type ReviewRow, type ReviewViewRow } from './review-view.ts'

/** A filter of a product's reviews: stars, order, offset and limit. */
export type ReviewFilter = Readonly<{
  productId: number
  stars?: number | undefined
  sort: ReviewSort
  offset: number
  limit: number
}>

/** Lists the requested reviews of a product. */
export async function listReviews(db: Queryable, filter: ReviewFilter): Promise<ReviewViewData[]> {
  const { productId, stars, sort, offset, limit } = filter
  const found = await queryRows<ReviewViewRow>(
    db,
    sql`
      select ${REVIEW_COLUMNS} from reviews r join suppliers s on s.id = r.supplier_id
      where r.product_id = ${productId} and r.removed_at is null ${stars === undefined ? sql`` : sql`and r.rating = ${stars}`}
      order by ${SORT_ORDERS[sort]} limit ${limit} offset ${offset}`,
  )
  return found.map(toReviewView)
}

const SORT_ORDERS: Record<ReviewSort, SQL> = {
  newest: sql`r.created_at desc, r.id desc`,
  highest: sql`r.rating desc, r.created_at desc, r.id desc`,
  lowest: sql`r.rating, r.created_at desc, r.id desc`,
}

/** Returns how many reviews of a product give each rating, from one star to five. */
export async function countStars(db: Queryable, productId: number): Promise<StarCounts> {
  const [found] = await queryPrepared<{ stars: StarCounts }>(db, COUNT_STARS, [productId])
  return found?.stars ?? [0, 0, 0, 0, 0]
}

const COUNT_STARS = {
  name: 'reviews_stars',
  text: `select array[stars_1, stars_2, stars_3, stars_4, stars_5] as stars from review_stars where product_id = $1`,
}

/** Returns an account's review of a product, if there is one. */
export async function findAccountReview(
  db: Queryable,
  { accountId, productId }: Readonly<{ accountId: number; productId: number }>,
): Promise<ReviewViewData | undefined> {
  const [found] = await queryRows<ReviewViewRow>(
    db,
    sql`
      select ${REVIEW_COLUMNS} from reviews r join suppliers s on s.id = r.supplier_id
      where r.account_id = ${accountId} and r.product_id = ${productId}`,
  )
  return found && toReviewView(found)
}

type AccountReviewRow = ReviewViewRow & ProductRow & { total: number }

/** Lists an account's reviews with their products, newest first, and their total count. */
export async function listAccountReviews(
  db: Queryable,
  { accountId, offset, limit }: Readonly<{ accountId: number; offset: number; limit: number }>,
): Promise<{ total: number; reviews: OwnReviewData[] }> {
  const found = await queryRows<AccountReviewRow>(
    db,
    sql`
      select ${REVIEW_COLUMNS}, ${PRODUCT_COLUMNS}, count(*) over ()::int as total
      from reviews r join suppliers s on s.id = r.supplier_id join products p on p.id = r.product_id
      where r.account_id = ${accountId} order by r.created_at desc, r.id desc limit ${limit} offset ${offset}`,
  )
  return {
    total: found[0]?.total ?? 0,
    reviews: found.map((row) => ({ ...toReviewView(row), product: toReviewedProduct(row) })),
  }
}

/** Lists which of these products are listed and not yet reviewed by the account. */
export async function listUnreviewed(
  db: Queryable,
  { accountId, productIds }: Readonly<{ accountId: number; productIds: readonly number[] }>,
): Promise<{ key: number; product: { id: string; name: string; image: ProductImageData | null } }[]> {
  const found = await queryPrepared<{
    key: number
    id: string
    name: string
    image: ProductImageData | null
  }>(db, LIST_UNREVIEWED, [accountId, productIds])
  return found.map(({ key, ...product }) => ({ key, product }))
}

const LIST_UNREVIEWED = {
  name: 'reviews_unreviewed',
  text: `
    select p.id as key, p.public_id as id, p.name, p.pictures -> 0 as image from products p
    where p.id = any($2::bigint[]) and p.is_listed
      and not exists (select from reviews r where r.account_id = $1 and r.product_id = p.id)`,
}

/** Lists at most `limit` newest reviews of a supplier's products; `supplierId` is the key. */
export async function listStoreReviews(
  db: Queryable,
  supplierId: number,
  limit: number,
): Promise<StoreReviewData[]> {
  const found = await queryPrepared<ReviewRow & ProductRow>(db, LIST_STORE_REVIEWS, [supplierId, limit])
  return found.map((row) => ({ ...toReview(row), product: toReviewedProduct(row) }))
}

const LIST_STORE_REVIEWS = {
  name: 'reviews_of_store',
  text: `
    select r.public_id, r.rating, r.text, r.user_name, r.created_at, p.name, p.pictures -> 0 as image,
      case when p.is_listed then p.public_id end as product_id
    from (select * from reviews where supplier_id = $1 and removed_at is null order by created_at desc, id desc limit $2) r
    join products p on p.id = r.product_id
    order by r.created_at desc, r.id desc`,
}

type ProductRow = { product_id: string | null; name: string; image: ProductImageData | null }

const PRODUCT_COLUMNS = sql`p.name, p.pictures -> 0 as image, case when p.is_listed then p.public_id end as product_id`

function toReviewedProduct({ product_id: id, name, image }: ProductRow): OwnReviewData['product'] {
  return { id, name, image }
}
