import { z } from 'zod'
import { unavailable } from '#core/errors.ts'
import { addMs, HOUR } from '#core/time.ts'
import type { StockAdjustment, StockAdjustmentResult } from '#features/stores/connections/port.ts'
import { callShopify, type ShopifyClient, type ShopifyStore } from './call-shopify.ts'
import { ADJUST_STOCK, STOCK_LOCATIONS } from './source-operations.ts'

/** How long a repeated key is assumed to be idempotent; Shopify states no time, so this is short. */
const KEY_LIFETIME_MS = 20 * HOUR

/**
 * Returns whether an adjustment with an unknown result can be requested again with the same key. Shopify has no
 * lookup. `none`: the repeated key returns the first response. `cannot_tell`: the key may have expired, so the
 * outcome cannot be found out.
 */
export function findStockAdjustment({ firstRequestedAt, now }: StockAdjustment): 'none' | 'cannot_tell' {
  return now > addMs(firstRequestedAt, KEY_LIFETIME_MS) ? 'cannot_tell' : 'none'
}

const Item = z.object({
  tracked: z.boolean(),
  inventoryLevels: z.object({
    nodes: z.array(
      z.object({
        location: z.object({ id: z.string(), isActive: z.boolean(), fulfillsOnlineOrders: z.boolean() }),
      }),
    ),
  }),
})
type Item = z.output<typeof Item>

/** Changes the available stock of an item by a number of units, once per reference. */
export async function adjustStock(
  client: ShopifyClient,
  store: ShopifyStore,
  adjustment: StockAdjustment,
): Promise<StockAdjustmentResult> {
  const { stockId, delta, reference, refusals } = adjustment
  const { inventoryItem: item } = await callShopify(client, store, {
    document: STOCK_LOCATIONS,
    variables: { id: stockId },
    data: z.object({ inventoryItem: Item.nullable() }),
  })
  if (!item) return { outcome: 'gone' }
  const locationId = selectLocation(item)
  if (!item.tracked || locationId === undefined) return { outcome: 'uncounted' }
  const change = { inventoryItemId: stockId, locationId, delta, changeFromQuantity: null }
  const { inventoryAdjustQuantities } = await callShopify(client, store, {
    document: ADJUST_STOCK,
    variables: {
      // Shopify stores a refusal under its key, so the next request needs another one.
      key: refusals === 0 ? reference : `${reference}:${refusals}`,
      input: {
        name: 'available',
        reason: delta < 0 ? 'other' : 'restock',
        referenceDocumentUri: `gid://cabochon/StockAdjustment/${reference}`,
        changes: [change],
      },
    },
    data: z.object({
      inventoryAdjustQuantities: z.object({
        userErrors: z.array(z.object({ message: z.string(), code: z.string().nullable() })),
      }),
    }),
  })
  return toResult(inventoryAdjustQuantities.userErrors[0])
}

/**
 * Returns the location whose stock is changed: the first by id that sells online. It must always be the same, since
 * the same key with another location would be refused.
 */
function selectLocation({ inventoryLevels }: Item): string | undefined {
  const locations = inventoryLevels.nodes
    .map(({ location }) => location)
    .filter(({ isActive }) => isActive)
    .toSorted((one, other) => one.id.localeCompare(other.id, 'en', { numeric: true }))
  return (locations.find(({ fulfillsOnlineOrders }) => fulfillsOnlineOrders) ?? locations[0])?.id
}

function toResult(error: { message: string; code: string | null } | undefined): StockAdjustmentResult {
  if (!error) return { outcome: 'adjusted', quantity: null }
  switch (error.code) {
    case 'IDEMPOTENCY_CONCURRENT_REQUEST':
      throw unavailable('store_busy', 'Shopify is still working on this change.')
    case 'IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED':
      return { outcome: 'retry', reason: `Shopify says: ${error.message}` }
    case 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH':
      return {
        outcome: 'unclear',
        reason:
          'The locations of your store have changed since the first attempt. Check this stock in Shopify.',
      }
    case 'INVALID_INVENTORY_ITEM':
      return { outcome: 'gone' }
    default:
      return { outcome: 'refused', reason: `Shopify says: ${error.message.slice(0, 200)}` }
  }
}
