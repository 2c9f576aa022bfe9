import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { addMs, DAY } from '#core/time.ts'
import type { StockAdjustment, StockAdjustmentResult } from '#features/stores/connections/port.ts'
import { callWooCommerce, type WooClient, type WooSite } from './call-woocommerce.ts'

const Meta = z.object({ id: z.number(), key: z.string(), value: z.unknown() })

const Item = z.object({
  id: z.number(),
  parent_id: z.number().catch(0),
  manage_stock: z.union([z.boolean(), z.literal('parent')]).catch(false),
  stock_quantity: z.number().nullable().catch(null),
  meta_data: z.array(Meta).catch([]),
})
type Item = z.output<typeof Item>

/**
 * The prefix of metadata keys with the reference of each adjustment, written together with the stock, for finding it
 * again.
 */
const META_PREFIX = '_cabochon_stock_'

/** How long references are stored: later retries do not happen. */
const META_LIFETIME_MS = 60 * DAY

/** Returns the result of an adjustment that may have been made, or `none`. */
export async function findStockAdjustment(
  client: WooClient,
  site: WooSite,
  adjustment: StockAdjustment,
): Promise<StockAdjustmentResult | 'none'> {
  const item = await findItem(client, site, adjustment.stockId)
  if (!item) return { outcome: 'gone' }
  return hasReference(item, adjustment) ? { outcome: 'adjusted', quantity: item.stock_quantity } : 'none'
}

/**
 * Changes stock by a number of units. The site itself adds them to its stock (`inventory_delta`), so that a
 * concurrent sale there is not undone, and stores the reference with the stock in one write.
 */
export async function adjustStock(
  client: WooClient,
  site: WooSite,
  adjustment: StockAdjustment,
): Promise<StockAdjustmentResult> {
  const item = await findItem(client, site, adjustment.stockId)
  if (!item) return { outcome: 'gone' }
  if (hasReference(item, adjustment)) return { outcome: 'adjusted', quantity: item.stock_quantity }
  if (item.manage_stock !== true) return { outcome: 'uncounted' }
  const { data } = await callWooCommerce(client, site, {
    path: getItemPath(item),
    body: {
      inventory_delta: adjustment.delta,
      meta_data: [
        { key: META_PREFIX + adjustment.reference, value: adjustment.now.toISOString() },
        ...listOldReferences(item, adjustment.now),
      ],
    },
    data: Item,
  })
  return data.manage_stock === true
    ? { outcome: 'adjusted', quantity: data.stock_quantity }
    : { outcome: 'uncounted' }
}

/** Returns a product or a variation; variations can be read by their own number, too. */
async function findItem(client: WooClient, site: WooSite, stockId: string): Promise<Item | undefined> {
  if (!/^\d{1,15}$/.test(stockId)) return undefined
  try {
    const path = `/wc/v3/products/${stockId}?_fields=${Object.keys(Item.shape).join(',')}`
    return (await callWooCommerce(client, site, { path, data: Item })).data
  } catch (error) {
    if (error instanceof AppError && error.code === 'store_item_not_found') return undefined
    throw error
  }
}

function getItemPath({ id, parent_id }: Item): string {
  return parent_id === 0 ? `/wc/v3/products/${id}` : `/wc/v3/products/${parent_id}/variations/${id}`
}

function hasReference({ meta_data }: Item, { reference }: StockAdjustment): boolean {
  return meta_data.some(({ key }) => key === META_PREFIX + reference)
}

/** Returns the expired references with null values, which WooCommerce deletes. */
function listOldReferences({ meta_data }: Item, now: Date): object[] {
  const before = addMs(now, -META_LIFETIME_MS).toISOString()
  return meta_data.flatMap(({ id, key, value }) =>
    key.startsWith(META_PREFIX) && typeof value === 'string' && value < before
      ? [{ id, key, value: null }]
      : [],
  )
}
