import type { Database } from '#database/database.ts'
import { findDuplicates } from '#features/catalogue/catalog/duplicates/find-duplicates.ts'
import { applyPlan, type DirectDeps, planFile } from '#features/catalogue/catalog/imports/import-file.ts'
import { getStoreLocation } from '#features/catalogue/suppliers/service.ts'
import { findAccountByEmail } from '#features/identity/accounts/account-queries.ts'
import { DEMO_LOGINS } from './demo-logins.ts'

/** A handwritten list whose necklace already exists, with a slightly different SKU and title. */
const FAIR_LIST = `Title,URL handle,Type,SKU,Price,Wholesale price,Inventory tracker,Inventory quantity,Status,Metal (product.metafields.jewellery.metal),Purity (product.metafields.jewellery.purity),Product image URL
Marina Line Neckalce,fair-marina-line,Necklaces,KLG NE109,240.00,123.80,shopify,6,draft,Silver,925,https://demo.cabochon.example/pictures/necklace-tennis-close.webp
`

/**
 * Imports a fair's list as drafts of the demo's supplier, for the pages of imports and duplicates. One of them
 * duplicates an existing product. Does nothing when the supplier has no account.
 */
export async function importFairList(db: Database, deps: DirectDeps): Promise<void> {
  const supplier = await findAccountByEmail(db, DEMO_LOGINS.supplier)
  if (!supplier) return
  const location = await getStoreLocation(db, supplier.id)
  const { now } = deps
  const chunks = toChunks(FAIR_LIST)
  const file = { ...location, name: 'autumn-fair.csv', chunks, countedAt: now, encoding: 'UTF-8', now }
  const { id } = await planFile(db, file, deps)
  await applyPlan(db, id, deps)
  await findDuplicates(db, location.supplierId, now)
}

async function* toChunks(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
