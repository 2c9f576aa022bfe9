import { type Queryable, queryPrepared } from '#database/database.ts'

/**
 * A requested line by public ids. Without a variant it means the cheapest one with enough stock, whose price lists
 * show.
 */
export type LineRequest = Readonly<{ productId: string; variantId: string | null; quantity: number }>

/**
 * A requested line with current data of the catalogue. `productId`, `variantId` and `supplierId` are internal keys.
 * Amounts are cents per unit; `wholesaleAmount` is the vendor's price. `imageKey` is the variant's picture, else the
 * product's first.
 */
export type PricedLine = Readonly<{
  productId: number
  variantId: number
  supplierId: number
  productPublicId: string
  variantPublicId: string
  supplierPublicId: string
  supplierName: string
  /** The last day of the store's holiday (YYYY-MM-DD), if it is on one now and takes no orders. */
  pausedUntil: string | null
  warehouse: string
  title: string
  variantTitle: string
  sku: string
  unitAmount: number
  wholesaleAmount: number | null
  currency: string
  stock: number
  quantity: number
  weightGrams: number | null
  imageKey: string | null
  imageUrl: string | null
  isListed: boolean
  /** Whether its supplier accepts returns that are not the seller’s fault. */
  isReturnable: boolean
  /** Whether it is made for this buyer. */
  isMadeToOrder: boolean
}>

/**
 * Reserves and prices lines: all or none, safe for concurrent calls. Each price is at its line's index; undefined if
 * there is no such product or variant. Nothing is reserved when the lines of a variant exceed its `stock`, which is
 * the value before the call; `isListed` says whether the product is for sale. The rows stay locked, so that prices and
 * stock hold until the transaction ends. The caller rolls back unwanted reservations, and calls `announceProducts`
 * after the transaction has committed.
 */
export async function reserveLines(
  tx: Queryable,
  lines: readonly LineRequest[],
  now: Date,
): Promise<(PricedLine | undefined)[]> {
  if (lines.length === 0) return []
  return toPlaces(lines, await queryPrepared(tx, RESERVE_LINES, [toRequest(lines), now]))
}

function toRequest(lines: readonly LineRequest[]): string {
  const requested = lines.map(({ productId, variantId, quantity }, position) => ({
    place: position,
    product: productId,
    variant: variantId,
    quantity,
  }))
  return JSON.stringify(requested)
}

function toPlaces(
  lines: readonly LineRequest[],
  found: readonly (PricedLine & Readonly<{ place: number }>)[],
): (PricedLine | undefined)[] {
  const byPosition = new Map(found.map(({ place, ...line }) => [place, line]))
  return lines.map((_, index) => byPosition.get(index))
}

const REQUESTED_LINES = `
      select a.place, p.id as "productId", v.id as "variantId", p.supplier_id as "supplierId",
        p.public_id as "productPublicId", v.public_id as "variantPublicId", s.public_id as "supplierPublicId",
        s.name as "supplierName", h.ends_on::text as "pausedUntil", w.name as warehouse, p.name as title, v.title as "variantTitle", v.sku,
        v.sell_amount as "unitAmount", v.wholesale_amount as "wholesaleAmount", p.currency, v.stock, a.quantity,
        coalesce(v.weight_grams, p.weight_grams) as "weightGrams",
        coalesce(i.file_key, p.pictures -> 0 ->> 'key') as "imageKey",
        coalesce('/media/' || i.file_key || '-800.webp', p.pictures -> 0 ->> 'image_url') as "imageUrl",
        p.is_listed as "isListed", p.is_returnable as "isReturnable", p.is_made_to_order as "isMadeToOrder"
      from json_to_recordset($1) as a(place int, product text, variant text, quantity int)
      join products p on p.public_id = a.product
      join product_variants v on v.id = (
        select c.id from product_variants c
        where c.product_id = p.id and (a.variant is null or c.public_id = a.variant)
        order by c.stock >= a.quantity desc, c.sell_amount, c.position, c.id limit 1)
      join suppliers s on s.id = p.supplier_id
      join warehouses w on w.id = p.warehouse_id
      left join store_holidays h on h.supplier_id = s.id and h.mode = 'pause'
        and ($2::timestamptz at time zone h.time_zone)::date between h.starts_on and h.ends_on
      left join product_images i on i.id = v.image_id and i.state = 'ready'`

// One statement, because every order waits for it. A product is locked before its variants, each in the order of their
// keys, so that two orders never deadlock. The one that waited sees the rows as the other left them. JSON instead of
// arrays: the known length of an array makes PostgreSQL plan the statement again each time.
const RESERVE_LINES = {
  name: 'catalog_take_lines',
  text: `
    with held as materialized (${REQUESTED_LINES}
      order by p.id, v.id for no key update of p, v),
    wanted as materialized (
      select "variantId" as id, min(stock) as stock, sum(quantity)::int as quantity from held group by "variantId"),
    taken as (
      update product_variants v set stock = v.stock - w.quantity, updated_at = now()
      from wanted w where v.id = w.id and not exists (select from wanted where stock < quantity)
      returning v.id, v.product_id, v.supplier_id, v.sku, w.quantity),
    committed as (
      insert into stock_commitments (variant_id, supplier_id, sku, quantity)
      select id, supplier_id, sku, quantity from taken order by id
      on conflict (variant_id) do update set sku = excluded.sku, quantity = stock_commitments.quantity + excluded.quantity),
    changed as (
      update products p set stock = p.stock - t.quantity, updated_at = now()
      from (select product_id, sum(quantity)::int as quantity from taken group by product_id) t
      where p.id = t.product_id)
    select * from held`,
}

/** Prices lines, each at its index, as `reserveLines` does, but reserves no stock. */
export async function priceLines(
  db: Queryable,
  lines: readonly LineRequest[],
  now: Date,
): Promise<(PricedLine | undefined)[]> {
  if (lines.length === 0) return []
  return toPlaces(lines, await queryPrepared(db, PRICE_LINES, [toRequest(lines), now]))
}

const PRICE_LINES = { name: 'catalog_price_lines', text: REQUESTED_LINES }

/** A quantity of a product, by its internal key. */
export type SoldLine = Readonly<{ productId: number; quantity: number }>

/**
 * Counts the lines of one paid order: units sold, for `foldSales`, and products bought together. In an order of very
 * many products only the first 20 make pairs, because the number of pairs grows with the square.
 */
export async function recordSale(db: Queryable, lines: readonly SoldLine[]): Promise<void> {
  if (lines.length === 0) return
  await queryPrepared(db, ADD_SALE, [lines.map((line) => line.productId), lines.map((line) => line.quantity)])
}

const ADD_SALE = {
  name: 'catalog_add_sale',
  text: `
    with sold as materialized (
      select p.id, a.quantity from products p
      join (select id, sum(quantity)::int as quantity from unnest($1::bigint[], $2::int[]) u(id, quantity) group by id) a
        on a.id = p.id),
    paired as materialized (select id from sold order by id limit 20),
    pairs as (
      insert into product_pairs (product_id, other_id, times)
      select a.id, b.id, 1 from paired a join paired b on a.id <> b.id order by a.id, b.id
      on conflict (product_id, other_id) do update set times = product_pairs.times + 1)
    insert into product_sales (product_id, quantity) select id, quantity from sold`,
}

/**
 * Subtracts the units that `recordSale` counted, for an order that was cancelled unprocessed. The counts of products
 * bought together are unchanged.
 */
export async function reverseSale(db: Queryable, lines: readonly SoldLine[]): Promise<void> {
  if (lines.length === 0) return
  await queryPrepared(db, SUBTRACT_SALE, [
    lines.map((line) => line.productId),
    lines.map((line) => line.quantity),
  ])
}

const SUBTRACT_SALE = {
  name: 'catalog_take_sale_back',
  text: `
    insert into product_sales (product_id, quantity)
    select p.id, -sum(u.quantity)::int from unnest($1::bigint[], $2::int[]) u(id, quantity)
    join products p on p.id = u.id group by p.id`,
}

/** The most batches of 100 sales that one run adds: updating a product's index entries takes a millisecond. */
const MAX_BATCHES = 15

/**
 * Adds the recorded sales to their products' totals, oldest first, in batches. Sales of less than a hundredth of a total
 * wait for further ones. A peak of sales takes several runs. Concurrent calls are safe.
 */
export async function foldSales(db: Queryable): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const [folded] = await queryPrepared<{ n: number }>(db, FOLD_SALES)
    if (!folded?.n) return
  }
}

const FOLD_SALES = { name: 'catalog_fold_sales', text: 'select fold_product_sales() as n' }
