import { sql } from 'drizzle-orm'
import { queryRows, type Queryable } from '#database/database.ts'
import { type PriceList, wholesaleFor } from './rules.ts'

/**
 * A variant's cost for a vendor, in cents; null if it is not offered to vendors. `minimumRetailCents` is the supplier's
 * recommendation.
 */
export type VendorCost = Readonly<{ costCents: number | null; minimumRetailCents: number | null }>

type CostRow = {
  id: string
  supplier_id: string
  wholesale: string | null
  minimum_retail: string | null
}
type ListRow = { supplier_id: string; list: PriceList }

/**
 * Returns a vendor's unit cost of each variant of these products, by the variants' public ids. It is the cost at the
 * quantity in `quantities`, else for one unit. Products are given by internal keys.
 */
export async function listVendorCosts(
  db: Queryable,
  {
    accountId,
    productKeys,
    quantities,
  }: Readonly<{
    accountId: number
    productKeys: readonly number[]
    quantities?: ReadonlyMap<string, number>
  }>,
): Promise<ReadonlyMap<string, VendorCost>> {
  if (productKeys.length === 0) return new Map()
  const keys = sql.param([...productKeys])
  const variants = await queryRows<CostRow>(
    db,
    sql`
      select public_id as id, supplier_id, wholesale_amount as wholesale, minimum_retail_amount as minimum_retail
      from product_variants where product_id = any(${keys}::bigint[])`,
  )
  const suppliers = [...new Set(variants.map(({ supplier_id }) => supplier_id))]
  const [account] = await queryRows<{ email: string }>(
    db,
    sql`select email from accounts where id = ${accountId}`,
  )
  const lists = await listPriceLists(db, {
    email: account?.email.toLowerCase() ?? '',
    suppliers,
    keys: productKeys,
    most: Math.max(1, ...(quantities?.values() ?? [])),
  })
  const bySupplier = Map.groupBy(lists, ({ supplier_id }) => supplier_id)
  return new Map(
    variants.map(({ id, supplier_id, wholesale, minimum_retail }) => {
      const priceLists = (bySupplier.get(supplier_id) ?? []).map(({ list }) => ({
        ...list,
        vendors: undefined,
      }))
      const wholesaleCents = wholesale === null ? null : Number(wholesale)
      const quantity = quantities?.get(id) ?? 1
      const price = wholesaleFor({ email: '' }, { id, wholesaleCents, priceLists }, quantity)
      return [
        id,
        {
          costCents: price?.amountCents ?? null,
          minimumRetailCents: minimum_retail === null ? null : Number(minimum_retail),
        },
      ]
    }),
  )
}

/** Returns the price lists that apply to a vendor, with their prices for up to `most` units. */
function listPriceLists(
  db: Queryable,
  {
    email,
    suppliers,
    keys,
    most,
  }: Readonly<{
    email: string
    suppliers: readonly string[]
    keys: readonly number[]
    most: number
  }>,
): Promise<ListRow[]> {
  return queryRows<ListRow>(
    db,
    sql`
      select l.supplier_id, json_build_object('id', l.public_id, 'percentOffBps', l.percent_off_bps,
        'minimumQuantity', l.minimum_quantity,
        'entries', (select coalesce(json_agg(json_build_object('variantId', v.public_id,
            'minimumQuantity', e.minimum_quantity, 'amountCents', e.amount)), '[]')
          from price_list_entries e join product_variants v on v.id = e.variant_id
          where e.price_list_id = l.id and e.minimum_quantity <= ${most}
            and v.product_id = any(${sql.param([...keys])}::bigint[]))) as list
      from price_lists l
      where l.supplier_id = any(${sql.param([...suppliers])}::bigint[])
        and (l.audience = 'all'
          or exists (select from price_list_vendors n where n.price_list_id = l.id and n.email = ${email}))`,
  )
}
