import type { AssemblyResult } from './feed-product.ts'
import type { FeedFormat } from '../read/feed-format.ts'
import type { FeedRow } from '../read/read-parts.ts'
import { assembleShopify } from '../shopify/shopify-product.ts'
import type { ShopifyRow } from '../shopify/shopify-rows.ts'
import { assembleWoo } from '../woocommerce/woo-product.ts'
import type { WooMembers, WooRow } from '../woocommerce/woo-rows.ts'

/** All rows of one product in the order of the file. */
export type RowGroup = Readonly<{ key: string; rows: readonly FeedRow[]; members: WooMembers }>

/** The most rows of a product; more indicate a file with wrong keys. */
const MAX_ROWS = 5_000

/** Assembles a product from its rows, by the rules of the feed's format. `now` determines which sales apply. */
export function assembleProduct(format: FeedFormat, group: RowGroup, now: Date): AssemblyResult {
  if (group.rows.length > MAX_ROWS) {
    const lines = { first: group.rows[0]?.line ?? 0, last: group.rows.at(-1)?.last ?? 0 }
    return {
      ok: false,
      refusal: { lines, externalKey: group.key, reason: `it has more than ${MAX_ROWS} rows` },
    }
  }
  // The reader of the same format created these rows.
  if (format === 'woocommerce')
    return assembleWoo(group.key, { rows: group.rows as readonly WooRow[], members: group.members }, now)
  return assembleShopify(group.key, group.rows as readonly ShopifyRow[])
}
