import type { SortName } from '../../contract.ts'

// SQL fragments of the queries in this folder: the columns of a card and the orders of lists. Fixed text only, never a
// value.

/** The joins of a card's select list; `p` is the product. */
export const CARD_JOINS = `
  join suppliers s on s.id = p.supplier_id
  join warehouses w on w.id = p.warehouse_id
  join categories c on c.id = p.category_id`

/** The SQL of fields that differ between the cards of the whole list and the page of one product. */
type CardColumns = Readonly<{ description: string; manufacturer?: string; reviews?: string }>

/** Returns the SQL columns of a product card, in the contract's names. Lists use the stored JSON of cards instead. */
export function cardColumns({
  description,
  manufacturer = `json_build_object('id', s.public_id, 'name', s.name)`,
  reviews = `jsonb_path_query_array(p.recent_reviews, '$[0 to 1]')`,
}: CardColumns): string {
  return `p.public_id as id, p.name, ${description} as description,
    p.price_amount * 0.01 as price,
    case when p.sell_amount < p.price_amount then p.offer_amount * 0.01 end as "offerPrice",
    p.stock, c.name as category, p.sku, ${manufacturer} as manufacturer, w.name as warehouse,
    p.review_count, p.rating, p.sold_count as sold, p.variant_count as "variantCount",
    p.pictures as product_images, ${reviews} as reviews`
}

/**
 * An order of a list: its sort key, the key with table name and direction for each column, and the comparison for the
 * next rows.
 */
export type ListOrder = Readonly<{ key: string; by: string; comparison: '<' | '>' }>

/** The orders of lists. For each, an index over listed products (all, and by category) returns them without sorting. */
export const LIST_ORDERS: Readonly<Record<SortName, ListOrder>> = {
  newest: descending('id'),
  popular: descending('sold_count', 'rating', 'id'),
  discount: descending('discount_bp', 'id'),
  rating: descending('rating', 'review_count', 'id'),
  price_asc: { key: 'sell_amount, id', by: 'x.sell_amount, x.id', comparison: '>' },
  price_desc: descending('sell_amount', 'id'),
}

/** The order of a search by words: names that contain the typed text unchanged first, then by popularity. */
export const RELEVANCE_ORDER: ListOrder = descending('is_phrase', 'sold_count', 'rating', 'id')

function descending(...columns: string[]): ListOrder {
  return {
    key: columns.join(', '),
    by: columns.map((column) => `x.${column} desc`).join(', '),
    comparison: '<',
  }
}

/**
 * Returns SQL that renders product cards as one JSON text `items`, with their count and last public id. `ids` is a
 * select of the order's key from `products x`, ordered and limited. It selects the page from narrow rows before it
 * reads the wide ones; the parts of a card that do not depend on the order are stored as finished JSON.
 */
export function selectCardsSql(ids: string, order: ListOrder): string {
  return `
    select '[' || coalesce(string_agg('{' || card || ',"stock":' || stock || ',"sold":' || sold_count || '}', ','), '') || ']'
      as items, count(*)::int as n, (array_agg(public_id))[count(*)] as last
    from (
      select p.public_id, p.card, p.stock, p.sold_count
      from (${ids}) x join products p on p.id = x.id
      order by ${order.by}) card`
}
