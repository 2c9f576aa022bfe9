import { z } from 'zod'
import type { FoundKind, FoundProduct, FoundStatus } from '#features/stores/connections/port.ts'
import { plainText } from '#core/html-names.ts'
import { parseCents } from '#core/money.ts'

/** Products as a site lists them, when asked for `LISTED_FIELDS`. */
export const Listed = z.array(
  z.object({
    id: z.number(),
    name: z.string(),
    description: z.string().catch(''),
    sku: z.string().catch(''),
    price: z.string().catch(''),
    manage_stock: z.boolean().catch(false),
    stock_quantity: z.number().nullable().catch(null),
    stock_status: z.string().catch('instock'),
    images: z.array(z.object({ src: z.string() })).catch([]),
    type: z.string().catch('simple'),
    virtual: z.boolean().catch(false),
    downloadable: z.boolean().catch(false),
    status: z.string().catch('publish'),
    catalog_visibility: z.string().catch('visible'),
  }),
)
type Listed = z.output<typeof Listed>[number]

/** What is asked of each product. */
export const LISTED_FIELDS = Object.keys(Listed.element.shape).join(',')

/** A listed product in the marketplace's words. */
export function asFound(product: Listed): FoundProduct {
  const { id, name, description, sku, price, images } = product
  return {
    externalId: String(id),
    name: plainText(name),
    descriptionHtml: description,
    sku,
    priceAmount: parseCents(price) ?? null,
    quantity: quantityOf(product),
    pictures: images.map(({ src }) => src),
    kind: kindOf(product),
    status: statusOf(product),
  }
}

/** WooCommerce counts nothing unless told to; then only its stock status says whether there is any. */
function quantityOf({ manage_stock, stock_quantity, stock_status }: Listed): number | null {
  if (manage_stock) return Math.max(0, Math.floor(stock_quantity ?? 0))
  return stock_status === 'outofstock' ? 0 : null
}

function kindOf({ type, virtual, downloadable }: Listed): FoundKind {
  if (type === 'external' || type === 'grouped') return type
  if (virtual || downloadable) return 'digital'
  return type === 'simple' || type === 'variable' ? type : 'other'
}

const STATUSES: Readonly<Record<string, FoundStatus>> = {
  publish: 'public',
  draft: 'draft',
  pending: 'pending',
  private: 'private',
  future: 'scheduled',
}

/** A status of some plug-in is taken for a draft: only `publish` is seen by everybody. */
function statusOf({ status, catalog_visibility }: Listed): FoundStatus {
  const found = STATUSES[status] ?? 'draft'
  return found === 'public' && catalog_visibility === 'hidden' ? 'hidden' : found
}
