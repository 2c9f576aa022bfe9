import { sql } from 'drizzle-orm'
import type { GraphQLResolveInfo } from 'graphql'
import { queryRows } from '#database/database.ts'
import { updateProduct } from '../products/product-writes.ts'
import { fromGid, LOCATION } from './product-nodes.ts'
import { findVariant, sendProductWebhooks } from './product-resolvers.ts'
import { getIdempotencyKey, hashInput, type Resolvers, type ShopifyContext } from './schema.ts'

type Change = Readonly<{ inventoryItemId: string; locationId: string; changeFromQuantity?: number | null }>
type SetInput = Readonly<{
  name: string
  reason: string
  quantities: readonly (Change & { quantity: number })[]
}>
type AdjustInput = Readonly<{
  name: string
  reason: string
  changes: readonly (Change & { delta: number })[]
}>

const REASONS = [
  'correction',
  'cycle_count_available',
  'damaged',
  'other',
  'promotion',
  'quality_control',
  'received',
  'restock',
  'safety_stock',
  'shrinkage',
]

/** Answers mutations of stock; each requires an idempotency key. */
export const INVENTORY_MUTATIONS: Resolvers = {
  inventorySetQuantities: ({ input }: { input: SetInput }, context, info) =>
    once(context, { info, input }, () =>
      changeStock(
        context,
        input,
        input.quantities.map(({ quantity, ...change }) => ({ change, by: { quantity } })),
      ),
    ),
  inventoryAdjustQuantities: ({ input }: { input: AdjustInput }, context, info) =>
    once(context, { info, input }, () =>
      changeStock(
        context,
        input,
        input.changes.map(({ delta, ...change }) => ({ change, by: { delta } })),
      ),
    ),
}

const error = (message: string, code: string) => ({
  inventoryAdjustmentGroup: null,
  userErrors: [{ field: ['input'], message, code }],
})

type StockChange = Readonly<{ change: Change; by: Readonly<{ quantity: number } | { delta: number }> }>

async function changeStock(
  context: ShopifyContext,
  { name, reason }: Readonly<{ name: string; reason: string }>,
  changes: readonly StockChange[],
): Promise<object> {
  if (name !== 'available' && name !== 'on_hand')
    return error("The quantity name must be either 'available' or 'on_hand'.", 'INVALID_NAME')
  if (!REASONS.includes(reason)) return error('The specified reason is invalid.', 'INVALID_REASON')
  const found = await Promise.all(
    changes.map(async ({ change, by }) => ({
      change,
      by,
      variant: (await findVariant(context, fromGid('InventoryItem', change.inventoryItemId) ?? 0))?.variant,
    })),
  )
  for (const { change, variant } of found) {
    if (!variant) return error('The specified inventory item could not be found.', 'INVALID_INVENTORY_ITEM')
    if (change.locationId !== LOCATION.id)
      return error('The specified location could not be found.', 'INVALID_LOCATION')
    const expected = change.changeFromQuantity
    if (typeof expected === 'number' && expected !== variant.quantity)
      return error(
        'The changeFromQuantity argument no longer matches the persisted quantity.',
        'CHANGE_FROM_QUANTITY_STALE',
      )
  }
  for (const { by, variant } of found) {
    if (!variant) continue
    const { shop, now } = context
    await updateProduct(context.tx, { shopId: shop.id, now }, { ...by, id: variant.id })
    await sendProductWebhooks(context, 'stock.updated', variant.id)
  }
  return {
    inventoryAdjustmentGroup: { id: `gid://shopify/InventoryAdjustmentGroup/${context.now.getTime()}` },
    userErrors: [],
  }
}

/** Returns the first response for a repeated key with the same input, and an error for another input. */
async function once(
  { tx, shop, now }: ShopifyContext,
  { info, input }: Readonly<{ info: GraphQLResolveInfo; input: unknown }>,
  work: () => Promise<object>,
): Promise<unknown> {
  const key = getIdempotencyKey(info)
  const hash = hashInput(input)
  const [known] = await queryRows<{ hash: string; answer: unknown }>(
    tx,
    sql`select input_hash as hash, answer from practice_requests where shop_id = ${shop.id} and key = ${key}`,
  )
  if (known?.hash === hash) return known.answer
  if (known)
    return error(
      'The same idempotency key cannot be used with different operation parameters.',
      'IDEMPOTENCY_KEY_PARAMETER_MISMATCH',
    )
  const answer = await work()
  await tx.execute(sql`
    insert into practice_requests (shop_id, key, input_hash, answer, created_at)
    values (${shop.id}, ${key}, ${hash}, ${JSON.stringify(answer)}::jsonb, ${now})`)
  return answer
}
