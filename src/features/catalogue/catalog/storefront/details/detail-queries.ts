import { DEADLINE_FIELDS } from '#core/deadlines.ts'
import { type Queryable, queryPrepared } from '#database/database.ts'
import { CARD_JOINS, cardColumns, selectCardsSql, LIST_ORDERS } from '../lists/card-queries.ts'
import type { WithdrawnProductData } from '../../contract.ts'

/** Returns a listed product with all data of its page as finished JSON; undefined if there is none. */
export async function selectProductDetail(db: Queryable, publicId: string): Promise<string | undefined> {
  const [found] = await queryPrepared<{ detail: string }>(db, PRODUCT_DETAIL, [publicId])
  return found?.detail
}

const PRODUCT_DETAIL = {
  name: 'catalog_detail',
  text: `
    select row_to_json(detail)::text as detail from (
      select ${cardColumns({
        description: 'p.description_html',
        reviews: 'p.recent_reviews',
        manufacturer: `json_build_object('id', s.public_id, 'name', s.name, 'country', s.country, 'city', s.city,
          'description', s.description, 'stated', json_build_object('storeRating', s.stated_store_rating,
            'onTimeDeliveryPercent', s.stated_on_time_percent, 'responseTime', s.stated_response_time,
            'onlineRevenue', s.stated_online_revenue, 'mainMarket', s.stated_main_market,
            'collabSuppliers', s.stated_partners), 'reliability',
          (select r.shown from shown_reliability r where r.supplier_id = s.id), 'holiday',
          (select y.holiday from warehouse_promises y where y.warehouse_id = p.warehouse_id))`,
      })},
        p.is_returnable as "isReturnable", c.size_guide as "sizeGuide",
        (select json_build_object('hasOwnRates', y.has_own_rates, 'handlingDays', y.handling -> 'leadDays')
          from warehouse_promises y where y.warehouse_id = p.warehouse_id) as shipping,
        coalesce((select (v.value ->> 'reportDays')::int from setting_versions v where v.name = 'deadlines'
          order by v.id desc limit 1), ${DEADLINE_FIELDS.reportDays.initial}) as "returnDays",
        (select coalesce(json_agg(variant), '[]') from (
          select v.public_id as id, v.sku, v.title, v.size, v.color, v.material, v.price_amount * 0.01 as price,
            case when v.sell_amount < v.price_amount then v.offer_amount * 0.01 end as "offerPrice", v.stock,
            i.file_key as "imageKey"
          from product_variants v left join product_images i on i.id = v.image_id and i.state = 'ready'
          where v.product_id = p.id order by v.position, v.id) variant) as variants,
        json_build_object('metal', p.metal, 'purity', p.purity, 'plating', p.plating, 'stones', p.stones,
          'sizeStandard', p.size_standard, 'hallmark', p.hallmark, 'isNickelFree', p.is_nickel_free,
          'certificate', case when coalesce(p.certificate_laboratory, p.certificate_number) is not null then
            json_build_object('laboratory', p.certificate_laboratory, 'number', p.certificate_number) end, 'weightGrams', p.weight_grams, 'lengthMm', p.length_mm,
          'widthMm', p.width_mm, 'heightMm', p.height_mm) as facts
      from products p ${CARD_JOINS}
      where p.public_id = $1 and p.is_listed) detail`,
}

/**
 * Returns the withdrawn product with this public id. Undefined when it was never listed, is still listed, or its
 * supplier is not verified.
 */
export async function selectWithdrawnProduct(
  db: Queryable,
  publicId: string,
): Promise<WithdrawnProductData | undefined> {
  const [found] = await queryPrepared<WithdrawnProductData>(db, WITHDRAWN_PRODUCT, [publicId])
  return found
}

const WITHDRAWN_PRODUCT = {
  name: 'catalog_withdrawn',
  text: `
    select w.name, c.name as category
    from withdrawn_products w join suppliers s on s.id = w.supplier_id join categories c on c.id = w.category_id
    where w.public_id = $1 and s.is_verified`,
}

/**
 * Returns a supplier's most popular listed products as a JSON array; undefined if the supplier is unknown or not
 * verified.
 */
export async function selectSupplierProducts(
  db: Queryable,
  supplierPublicId: string,
): Promise<string | undefined> {
  const [found] = await queryPrepared<{ items: string; known: boolean }>(db, SUPPLIER_PRODUCTS, [
    supplierPublicId,
  ])
  return found?.known ? found.items : undefined
}

const SUPPLIER_PRODUCTS = {
  name: 'catalog_of_supplier',
  text: `
    select cards.items, exists (select from suppliers where public_id = $1 and is_verified) as known
    from (${selectCardsSql(
      `select x.sold_count, x.rating, x.id from products x
       where x.is_listed and x.supplier_id = (select id from suppliers where public_id = $1)
       order by x.sold_count desc, x.rating desc, x.id desc limit 12`,
      LIST_ORDERS.popular,
    )}) cards`,
}

/**
 * Returns up to eight listed products to buy with this one, as a JSON array. Those most often bought with it come
 * first, then its supplier's most popular. Undefined when there is no such listed product.
 */
export async function selectBoughtTogether(db: Queryable, publicId: string): Promise<string | undefined> {
  const [found] = await queryPrepared<{ items: string; known: boolean }>(db, BOUGHT_TOGETHER, [publicId])
  return found?.known ? found.items : undefined
}

// Any count of common purchases ranks above any number of sales: the supplier's other products have the count 0.
const BOUGHT_TOGETHER = {
  name: 'catalog_bought_together',
  text: `
    with this as materialized (select id, supplier_id from products where public_id = $1 and is_listed),
    others as (
      (select p.id, pair.times, p.sold_count, p.rating
        from this join product_pairs pair on pair.product_id = this.id join products p on p.id = pair.other_id
        where p.is_listed order by pair.times desc, p.id desc limit 8)
      union all
      (select x.id, 0, x.sold_count, x.rating from products x
        where x.is_listed and x.supplier_id = (select supplier_id from this) and x.id <> (select id from this)
        order by x.sold_count desc, x.rating desc, x.id desc limit 16)),
    chosen as (
      select id, max(times) as times, max(sold_count) as sold_count, max(rating) as rating from others
      group by id order by times desc, sold_count desc, rating desc, id desc limit 8)
    select cards.items, exists (select from this) as known
    from (${selectCardsSql('select * from chosen', {
      key: '',
      by: 'x.times desc, x.sold_count desc, x.rating desc, x.id desc',
      comparison: '<',
    })}) cards`,
}
