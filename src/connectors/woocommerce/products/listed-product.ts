import { z } from 'zod'
import type {
  StoreProductKind,
  RemoteProduct,
  StoreProductStatus,
} from '#features/stores/connections/port.ts'
import { toPlainText } from '#core/text/plain-text.ts'
import { parseCents } from '#core/money.ts'

/** Products in a site's list, with the fields of `LISTED_FIELDS`. */
export const WooListing = z.array(
  z.object({
    id: z.number(),
    name: z.string(),
    description: z.string().catch(''),
    short_description: z.string().catch(''),
    categories: z.array(z.object({ name: z.string() })).catch([]),
    sku: z.string().catch(''),
    price: z.string().catch(''),
    regular_price: z.string().catch(''),
    manage_stock: z.boolean().catch(false),
    stock_quantity: z.number().nullable().catch(null),
    stock_status: z.string().catch('instock'),
    images: z.array(z.object({ src: z.string() })).catch([]),
    type: z.string().catch('simple'),
    virtual: z.boolean().catch(false),
    downloadable: z.boolean().catch(false),
    status: z.string().catch('publish'),
    catalog_visibility: z.string().catch('visible'),
    variations: z.array(z.number()).optional().catch(undefined),
  }),
)
type WooListing = z.output<typeof WooListing>[number]

/** The requested fields of each product. */
export const LISTED_FIELDS = Object.keys(WooListing.element.shape).join(',')

/** Converts a listed product to the marketplace's form. */
export function fromWooProduct(product: WooListing): RemoteProduct {
  const { id, name, description, short_description, categories, sku, price, images, variations } = product
  return {
    externalId: String(id),
    name: toPlainText(name),
    descriptionHtml: description,
    shortDescription: toPlainText(short_description),
    category: categories.map((category) => toPlainText(category.name)).join('\n'),
    sku,
    priceAmount: parseCents(price) ?? null,
    regularAmount: parseCents(product.regular_price) ?? null,
    quantity: getQuantity(product),
    pictures: images.map(({ src }) => src),
    kind: getKind(product),
    status: getStatus(product),
    ...(product.type === 'variable' && variations ? { variantIds: variations.map(String) } : {}),
  }
}

/**
 * Returns the stock. WooCommerce does not count stock by default; then only its stock status tells whether there is
 * any.
 */
function getQuantity({ manage_stock, stock_quantity, stock_status }: WooListing): number | null {
  if (manage_stock) return Math.max(0, Math.floor(stock_quantity ?? 0))
  return stock_status === 'outofstock' ? 0 : null
}

/** Returns the type of a product, by its WooCommerce type and whether it is shipped. */
export function getKind({
  type,
  virtual,
  downloadable,
}: Pick<WooListing, 'type' | 'virtual' | 'downloadable'>): StoreProductKind {
  if (type === 'external' || type === 'grouped') return type
  if (virtual || downloadable) return 'digital'
  return type === 'simple' || type === 'variable' ? type : 'other'
}

const STATUSES: Readonly<Record<string, StoreProductStatus>> = {
  publish: 'public',
  draft: 'draft',
  pending: 'pending',
  private: 'private',
  future: 'scheduled',
}

/** Returns the status of a product. A plug-in's status counts as a draft, because only `publish` is public. */
export function getStatus({
  status,
  catalog_visibility,
}: Pick<WooListing, 'status' | 'catalog_visibility'>): StoreProductStatus {
  const storeStatus = STATUSES[status] ?? 'draft'
  return storeStatus === 'public' && catalog_visibility === 'hidden' ? 'hidden' : storeStatus
}
