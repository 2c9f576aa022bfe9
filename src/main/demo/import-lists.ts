import type { Database } from '#database/database.ts'
import { findDuplicates } from '#features/catalogue/catalog/management/duplicates/find-duplicates.ts'
import { applyPlan, type DirectDeps, planFile } from '#features/catalogue/catalog/imports/import-file.ts'
import { getStoreLocation } from '#features/catalogue/suppliers/service.ts'
import { findAccountByEmail } from '#features/identity/accounts/account-queries.ts'
import { DEMO_APPLICANT, DEMO_LOGINS, getOwnerEmail } from './demo-logins.ts'

const COLUMNS =
  'Title,Description,URL handle,Type,SKU,Price,Wholesale price,Inventory tracker,Inventory quantity,Status,Metal (product.metafields.jewellery.metal),Purity (product.metafields.jewellery.purity),Product image URL'

const PICTURES = 'https://demo.cabochon.example/pictures'

/** A supplier's handwritten list. */
type List = Readonly<{ owner: string; name: string; rows: readonly string[] }>

const LISTS: readonly List[] = [
  {
    // Its necklace already exists, with a slightly different SKU and title.
    owner: DEMO_LOGINS.supplier,
    name: 'autumn-fair.csv',
    rows: [
      `Marina Line Neckalce,,fair-marina-line,Necklaces,KLG NE109,240.00,123.80,shopify,6,draft,Silver,925,${PICTURES}/necklace-tennis-close.webp`,
    ],
  },
  {
    // Its description has a word of the operator's list.
    owner: getOwnerEmail('celuk-silver-house'),
    name: 'reef-earrings.csv',
    rows: [
      `Reef Chandelier Earrings,"Silver branches like those of a coral garden, set with white topaz. There is no coral in them.",reef-chandelier,Earrings,CSH-EA190,185.00,96.00,shopify,8,active,Silver,925,${PICTURES}/earrings-chandelier-front.webp`,
    ],
  },
  {
    // Listed once the operator has verified the store.
    owner: DEMO_APPLICANT,
    name: 'first-products.csv',
    rows: [
      `Falmouth Signet Ring,"Cast in recycled silver, with room for two initials.",falmouth-signet,Rings,TWS-RI001,128.00,64.00,shopify,12,active,Silver,925,${PICTURES}/ring-signet-silver-front.webp`,
      `Harbour Moonstone Pendant,"A moonstone in a silver setting, on a fine chain.",harbour-moonstone,Pendants,TWS-PE001,96.00,48.00,shopify,9,active,Silver,925,${PICTURES}/pendant-moonstone-front.webp`,
    ],
  },
]

/**
 * Imports lists of the demo's suppliers; those without an account are left out. They bring a duplicate, a product that an
 * operator has to review, and the products of a store that is not verified.
 */
export async function importLists(db: Database, deps: DirectDeps): Promise<void> {
  for (const { owner, name, rows } of LISTS) {
    const account = await findAccountByEmail(db, owner)
    if (!account) continue
    const location = await getStoreLocation(db, account.id)
    const { now } = deps
    const chunks = toChunks([COLUMNS, ...rows, ''].join('\n'))
    const file = { ...location, name, chunks, countedAt: now, encoding: 'UTF-8', now }
    const { id } = await planFile(db, file, deps)
    await applyPlan(db, id, deps)
    await findDuplicates(db, location.supplierId, now)
  }
}

async function* toChunks(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
