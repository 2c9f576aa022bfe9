import { desc, eq, sql } from 'drizzle-orm'
import { type Queryable, named, rows } from '#database/database.ts'
import type { ProductImageData, ReviewData } from '#features/catalog/contract.ts'
import type { StoreReviewData } from './contract.ts'
import { authorOf } from './rules.ts'
import { reviews } from './tables.ts'

type Kept = Pick<typeof reviews.$inferSelect, 'publicId' | 'rating' | 'text' | 'userName' | 'createdAt'>

/** The reviews of a product, newest first, at most `limit`. */
export async function listReviews(db: Queryable, productId: number, limit: number): Promise<ReviewData[]> {
  const found = await db
    .select()
    .from(reviews)
    .where(eq(reviews.productId, productId))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(limit)
  return found.map(shown)
}

/** The newest reviews of a supplier's pieces, at most `limit`; `supplierId` is the key. */
export async function listStoreReviews(
  db: Queryable,
  supplierId: number,
  limit: number,
): Promise<StoreReviewData[]> {
  const found = await named<StoreRow>(db, OF_STORE, [supplierId, limit])
  return found.map(({ product_id: id, name, image, ...row }) => ({
    ...fromRow(row),
    product: { id, name, image },
  }))
}

type StoreRow = Row & { product_id: string | null; name: string; image: ProductImageData | null }

const OF_STORE = {
  name: 'reviews_of_store',
  text: `
    select r.public_id, r.rating, r.text, r.user_name, r.created_at, p.name, p.pictures -> 0 as image,
      case when p.is_listed then p.public_id end as product_id
    from (select * from reviews where supplier_id = $1 order by created_at desc, id desc limit $2) r
    join products p on p.id = r.product_id
    order by r.created_at desc, r.id desc`,
}

/** Whether anybody has said anything of any product. */
export async function hasReviews(db: Queryable): Promise<boolean> {
  const found = await db.select({ id: reviews.id }).from(reviews).limit(1)
  return found.length > 0
}

/** Keeps new reviews. */
export async function insertReviews(
  db: Queryable,
  added: readonly (typeof reviews.$inferInsert)[],
): Promise<void> {
  await db.insert(reviews).values([...added])
}

/** What is said of a product: ratings summed and counted, and its newest reviews. */
export type ReviewSummary = Readonly<{
  productId: number
  sum: number
  count: number
  newest: readonly ReviewData[]
}>

/** What is said of these products, each with its `limit` newest reviews. */
export async function summarise(
  db: Queryable,
  { productIds, limit }: { productIds: readonly number[]; limit: number },
): Promise<ReviewSummary[]> {
  const found = await rows<{ product_id: number; sum: number; count: number; newest: Row[] }>(
    db,
    sql`
      select r.product_id, sum(r.rating)::int as sum, count(*)::int as count, (
          select json_agg(n) from (
            select public_id, rating, text, user_name, created_at from reviews
            where product_id = r.product_id order by created_at desc, id desc limit ${limit}) n) as newest
      from reviews r where r.product_id = any(${sql.param([...productIds])}::bigint[]) group by r.product_id`,
  )
  return found.map(({ product_id: productId, sum, count, newest }) => ({
    productId,
    sum,
    count,
    newest: newest.map(fromRow),
  }))
}

type Row = {
  public_id: string
  rating: number
  text: string
  user_name: string | null
  created_at: string | Date
}

function fromRow({ public_id, rating, text, user_name, created_at }: Row): ReviewData {
  return shown({ publicId: public_id, rating, text, userName: user_name, createdAt: new Date(created_at) })
}

function shown({ publicId, rating, text, userName, createdAt }: Kept): ReviewData {
  return {
    id: publicId,
    rating,
    review: text,
    userName: authorOf(userName),
    createdAt: createdAt.toISOString(),
  }
}
