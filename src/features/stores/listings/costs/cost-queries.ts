import { queryPrepared, type Queryable } from '#database/database.ts'

/** A product on sale with its supplier, and when its stock was last confirmed. */
export type CostedProduct = Readonly<{
  key: number
  id: string
  name: string
  supplierKey: number
  supplierId: string
  supplierName: string
  confirmedAt: Date | null
}>

/** Returns a listed product by its public id. */
export async function findCostedProduct(db: Queryable, id: string): Promise<CostedProduct | undefined> {
  const [found] = await queryPrepared<CostedProduct>(db, FIND_PRODUCT, [id])
  return found
}

// A count from a feed or a connected store confirms the stock, as does every change of it.
const FIND_PRODUCT = {
  name: 'listings_find_costed_product',
  text: `
    select p.id as key, p.public_id as id, p.name, s.id as "supplierKey", s.public_id as "supplierId", s.name as "supplierName",
      (select max(greatest(v.counted_at, v.updated_at)) from product_variants v where v.product_id = p.id) as "confirmedAt"
    from products p join suppliers s on s.id = p.supplier_id
    where p.public_id = $1 and p.is_listed`,
}

/** A sold variant of a product; `price` in cents is the marketplace's. */
export type CostedVariant = Readonly<{ id: string; title: string; price: number; stock: number }>

/** Returns the variants of a product in their order. */
export async function listCostedVariants(db: Queryable, productKey: number): Promise<CostedVariant[]> {
  return queryPrepared<CostedVariant>(db, LIST_VARIANTS, [productKey])
}

const LIST_VARIANTS = {
  name: 'listings_list_costed_variants',
  text: `
    select public_id as id, title, sell_amount as price, stock from product_variants
    where product_id = $1 order by position, id`,
}
