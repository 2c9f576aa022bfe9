import { createHash } from 'node:crypto'
import type { ExistingProduct } from './existing-queries.ts'

/**
 * Returns a fingerprint of everything that an import may change of a product, except its stock, which sales change
 * constantly. The revision covers a move to another warehouse.
 */
export function fingerprint({
  id: _id,
  warehouse: _warehouse,
  variants,
  ...product
}: ExistingProduct): string {
  const contents = [product, variants.map(({ shelf: _shelf, ...variant }) => variant)]
  return createHash('sha1').update(JSON.stringify(contents)).digest('base64url')
}
