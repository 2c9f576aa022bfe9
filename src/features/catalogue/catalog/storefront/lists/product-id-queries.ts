import { type Queryable, queryPrepared } from '#database/database.ts'
import type { HandlingPromise } from '#core/shipping/handling.ts'
import { selectCardsSql } from './card-queries.ts'

/** Returns the cards of listed products as a JSON array, in the order of their ids. */
export async function selectCardsByIds(db: Queryable, publicIds: readonly string[]): Promise<string> {
  const [cards] = await queryPrepared<{ items: string }>(db, CARDS_BY_IDS, [publicIds])
  return cards?.items ?? '[]'
}

const CARDS_BY_IDS = {
  name: 'catalog_requested',
  text: selectCardsSql(
    `select p.id, requested.place from unnest($1::text[]) with ordinality requested (public_id, place)
     join products p on p.public_id = requested.public_id and p.is_listed`,
    { key: '', by: 'x.place', comparison: '>' },
  ),
}

/** Products to ship: weight and measures of one unit, null if unknown, and the quantity. */
export type ShippableUnits = ProductMeasures & Readonly<{ quantity: number }>

/**
 * A product to ship, by its position in the request. It has its supplier, the country it ships from, and its price in
 * cents.
 */
export type CartLine = ShippableUnits &
  Readonly<{
    place: number
    supplierId: number
    supplierPublicId: string
    supplierName: string
    fromCountry: string
    warehouseId: number
    unitAmount: number
    promise: HandlingPromise
  }>

/**
 * Returns the shipping data of listed products, in the requested order. A variant's own weight precedes its product's.
 * Without a requested variant, the one that an order would select counts.
 */
export async function listCartLines(
  db: Queryable,
  lines: readonly Readonly<{ productId: string; variantId: string | null; quantity: number }>[],
): Promise<CartLine[]> {
  const requestedLines = lines.map((line, position) => ({ ...line, place: position }))
  return queryPrepared<CartLine>(db, CART_LINES, [JSON.stringify(requestedLines)])
}

// Selects the variant in the same way as an order (see `reserveLines`), so that the value of the shipment
// equals its price.
const CART_LINES = {
  name: 'catalog_cart_products',
  text: `
    select x.place, coalesce(v.weight_grams, p.weight_grams) as "weightGrams", p.length_mm as "lengthMm",
      p.width_mm as "widthMm", p.height_mm as "heightMm", x.quantity, v.sell_amount as "unitAmount",
      s.id as "supplierId", s.public_id as "supplierPublicId", s.name as "supplierName", w.country as "fromCountry",
      w.id as "warehouseId",
      (select json_build_object('handling', y.handling, 'holiday', y.holiday) from warehouse_promises y
        where y.warehouse_id = w.id) as promise
    from json_to_recordset($1) as x(place int, "productId" text, "variantId" text, quantity int)
    join products p on p.public_id = x."productId" and p.is_listed
    join product_variants v on v.id = (
      select c.id from product_variants c
      where c.product_id = p.id and (x."variantId" is null or c.public_id = x."variantId")
      order by c.stock >= x.quantity desc, c.position, c.id limit 1)
    join suppliers s on s.id = p.supplier_id
    join warehouses w on w.id = p.warehouse_id
    order by x.place`,
}

/** Sold units by the keys of product and variant; `typicalGrams` is the typical weight of a product of its category. */
export type SoldUnits = ShippableUnits &
  Readonly<{ productId: number; variantId: number; typicalGrams: number | null }>

/**
 * Returns the shipping data of sold products by product and variant keys, listed or not. Most one-of-a-kind products
 * are unlisted once sold. For a variant without a weight, or a deleted one, the product's weight counts, else that of
 * its heaviest variant.
 */
export async function listSoldUnits(
  db: Queryable,
  lines: readonly Readonly<{ productId: number; variantId: number; quantity: number }>[],
): Promise<SoldUnits[]> {
  return queryPrepared<SoldUnits>(db, SOLD_UNITS, [JSON.stringify(lines)])
}

const SOLD_UNITS = {
  name: 'catalog_sold_products',
  text: `
    select coalesce(nullif(v.weight_grams, 0), nullif(p.weight_grams, 0),
        (select max(o.weight_grams) from product_variants o where o.product_id = p.id)) as "weightGrams",
      p.length_mm as "lengthMm", p.width_mm as "widthMm", p.height_mm as "heightMm", x.quantity, x."productId", x."variantId",
      c.typical_weight_grams as "typicalGrams"
    from json_to_recordset($1) as x("productId" bigint, "variantId" bigint, quantity int)
    left join products p on p.id = x."productId"
    left join categories c on c.id = p.category_id
    left join product_variants v on v.id = x."variantId" and v.product_id = p.id`,
}

/** A product's weight and size: grams and millimetres, null where unknown. */
type ProductMeasures = Readonly<{
  weightGrams: number | null
  lengthMm: number | null
  widthMm: number | null
  heightMm: number | null
}>

/** Customs data of a sold product, by its key and its variant's; null if unknown. */
export type SoldCustoms = Readonly<{
  productId: number
  variantId: number
  /** The variant's material, which is not always a metal. */
  material: string | null
  originCountry: string | null
  tariffNumber: string | null
  metal: string | null
  plating: string | null
  stones: string | null
}>

/** Lists customs data of sold products, listed or not. */
export async function listSoldCustoms(
  db: Queryable,
  lines: readonly Readonly<{ productId: number; variantId: number }>[],
): Promise<SoldCustoms[]> {
  const requestedLines = lines.map(({ productId, variantId }) => ({ productId, variantId }))
  return queryPrepared<SoldCustoms>(db, SOLD_CUSTOMS, [JSON.stringify(requestedLines)])
}

const SOLD_CUSTOMS = {
  name: 'catalog_customs_of_sold',
  text: `
    select x."productId", x."variantId", v.material, p.origin_country as "originCountry",
      p.tariff_number as "tariffNumber", p.metal, p.plating, p.stones
    from json_to_recordset($1) as x("productId" bigint, "variantId" bigint)
    join products p on p.id = x."productId"
    left join product_variants v on v.id = x."variantId" and v.product_id = p.id`,
}

/** A new product: `price` is its current price in cents, `imageKey` the key of its first picture. */
type NewProduct = Readonly<{
  productId: string
  name: string
  supplier: string
  price: number
  imageKey: string
}>

/**
 * Returns up to `most` new products of a period, the best seller of each supplier first. They were created from `from`
 * on and before `until`, can be bought and have a picture. The second products of the suppliers follow, and so on. Only
 * the newest 400 products of the period are considered.
 */
export async function selectNewProducts(
  db: Queryable,
  { from, until }: Readonly<{ from: Date; until: Date }>,
  limit: number,
): Promise<NewProduct[]> {
  return queryPrepared<NewProduct>(db, NEW_PRODUCTS, [from, until, limit])
}

// Ids ascend by creation, so the index scan ends after the first 400 products before the end of the period.
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
