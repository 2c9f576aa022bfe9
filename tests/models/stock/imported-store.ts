import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import { createTestSupplier, type CreatedSupplier } from '../../shop/factories.ts'
import { createSignedInAccount, type CreatedAccount } from '../../shop/accounts.ts'
import type { TestShop } from '../../shop/shop.ts'
import { importTestFile, type TestImport } from '../../steps/import-file.ts'

/** A row of a feed with one variant; rows with the same handle are one product. `price` in dollars. */
export type FeedRow = Readonly<{
  sku: string
  stock: number
  price: string
  size?: string
  handle?: string
}>

/** A supplier whose products come from a feed. */
export type ImportedSupplier = Readonly<{
  shop: TestShop
  supplier: CreatedSupplier
  owner: CreatedAccount
  variantId(sku: string): Promise<string>
  product(sku: string): Promise<{ id: string; variantId: string }>
}>

/** Creates a supplier without products. */
export async function createImportedSupplier(shop: TestShop): Promise<ImportedSupplier> {
  const supplier = await createTestSupplier(shop.db)
  const owner = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer', owns: supplier })
  const findProduct = async (sku: string) => {
    const [found] = await queryRows<{ id: string; variantId: string }>(
      shop.db,
      sql`select p.public_id as id, v.public_id as "variantId" from product_variants v join products p on p.id = v.product_id
          where v.supplier_id = ${supplier.id} and v.sku = ${sku}`,
    )
    if (!found) throw new Error(`no variant ${sku}`)
    return found
  }
  return {
    shop,
    supplier,
    owner,
    product: findProduct,
    variantId: async (sku) => (await findProduct(sku)).variantId,
  }
}

const HEADER =
  'Handle,Title,Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Tracker,Variant Inventory Qty,Status'

/** Imports these rows as the supplier's Shopify export, counted now or at `asOf`. */
export function importRows(
  { shop, supplier }: ImportedSupplier,
  feedRows: readonly FeedRow[],
  { asOf = shop.now() }: { asOf?: Date } = {},
): Promise<TestImport> {
  const lines = feedRows.map(({ sku, stock, price, size, handle = sku }) =>
    [
      handle,
      `Ring ${handle}`,
      'Ring',
      size ? 'Size' : '',
      size ?? '',
      sku,
      price,
      'shopify',
      stock,
      'active',
    ].join(','),
  )
  const content = [HEADER, ...lines, ''].join('\n')
  const owner = { supplierId: supplier.id, warehouseId: supplier.warehouseId }
  return importTestFile(shop.db, { ...owner, content, asOf, now: shop.now() })
}
