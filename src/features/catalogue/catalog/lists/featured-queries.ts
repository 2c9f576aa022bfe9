import { type Queryable, queryPrepared } from '#database/database.ts'

/** How many suppliers are featured (MKT-23). */
const FEATURED_COUNT = 4

/**
 * The featured suppliers as a JSON array: verified, with products to sell, by their buyers' ratings, then by products sold. Nobody
 * can be bought in. So that one enthusiast does not outweigh a thousand buyers, each is ranked as if ten more had rated
 * it 4; what is shown is the plain average.
 */
export async function selectFeaturedSuppliers(db: Queryable): Promise<string> {
  const [found] = await queryPrepared<{ items: string }>(db, FEATURED_SUPPLIERS)
  return found?.items ?? '[]'
}

// The picture is of one of the most popular products: the first of a few that has one.
const FEATURED_SUPPLIERS = {
  name: 'catalog_featured_suppliers',
  text: `
    with figures as (
      select supplier_id, sum(products) as products, sum(sold) as sold, sum(ratings) as ratings, sum(rating_sum) as rating_sum
      from supplier_figures_now group by supplier_id),
    chosen as (
      select s.*, f.ratings, f.rating_sum,
        row_number() over (order by (f.rating_sum + 40.0) / (f.ratings + 10) desc, f.sold desc, f.products desc, s.id) as place
      from figures f join suppliers s on s.id = f.supplier_id
      where s.is_verified and f.products > 0
      order by place limit ${FEATURED_COUNT})
    select coalesce(json_agg(one.supplier order by one.place), '[]')::text as items from (
      select chosen.place, json_build_object(
        'id', public_id, 'title', name, 'description', coalesce(left(description, 600), ''), 'country', country, 'city', city,
        'rating', coalesce(round(rating_sum / nullif(ratings, 0), 1), 0), 'ratingCount', ratings,
        'image', (
          select pictures -> 0 from (
            select p.pictures, p.sold_count, p.rating, p.id from products p where p.is_listed and p.supplier_id = chosen.id
            order by p.sold_count desc, p.rating desc, p.id desc limit 12) popular
          where pictures <> '[]' order by sold_count desc, rating desc, id desc limit 1)) as supplier
      from chosen) one`,
}
