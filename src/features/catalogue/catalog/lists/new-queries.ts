import { queryPrepared, type Queryable } from '#database/database.ts'

/** A new product: `price` is the present price (cents), `imageKey` that of its first picture. */
export type NewProduct = Readonly<{
  productId: string
  name: string
  supplier: string
  price: number
  imageKey: string
}>

/**
 * Up to `most` products that came from `from` on and before `until`, may be bought and have a picture: of each supplier the one
 * that sold best, then the second ones, and so on. Of very many only the newest 400 are looked at.
 */
export async function selectNewProducts(
  db: Queryable,
  { from, until }: Readonly<{ from: Date; until: Date }>,
  limit: number,
): Promise<NewProduct[]> {
  return queryPrepared<NewProduct>(db, NEW_PRODUCTS, [from, until, limit])
}

// Ids are given in order of creation, so the walk down the index ends after its first 400 products before the end.
const NEW_PRODUCTS = {
  name: 'catalog_new_products',
  text: `
    with recent as materialized (
      select p.id, p.public_id, p.name, p.supplier_id, p.sell_amount, p.stock, p.sold_count, p.created_at,
        p.pictures -> 0 ->> 'key' as image_key
      from products p where p.is_listed and p.created_at < $2 order by p.id desc limit 400),
    ranked as (
      select *, row_number() over (partition by supplier_id order by sold_count desc, id desc) as turn
      from recent where created_at >= $1 and stock > 0 and image_key is not null)
    select r.public_id as "productId", r.name, s.name as supplier, r.sell_amount as price, r.image_key as "imageKey"
    from ranked r join suppliers s on s.id = r.supplier_id
    order by r.turn, r.sold_count desc, r.id desc limit $3`,
}
