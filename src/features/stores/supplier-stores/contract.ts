import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { FOLLOWED_FIELDS, ImportAnswer } from '#features/catalogue/catalog/contract.ts'
import { ConnectionId, Platform } from '#features/stores/connections/contract.ts'
import { EffectTrailShape } from '#platform/effects/effect-shapes.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { ACCOUNT_READ_LIMITS } from '#platform/http/limits/account-limits.ts'

const ById = z.object({ id: ConnectionId })

const FollowedField = z.enum(FOLLOWED_FIELDS)
const Missing = z.enum(['archive', 'sold_out'])
const Added = z.enum(['publish', 'draft', 'leave'])

/**
 * A sync that has changed products, or waits for a review. `titles`: the first of its products. `cause`: what found the
 * changes, a webhook of the store or a check.
 */
const SyncRun = z.object({
  id: z.string(),
  state: z.enum(['applied', 'applying', 'planned']),
  cause: z.enum(['webhook', 'check']),
  at: z.string(),
  created: z.number(),
  changed: z.number(),
  notApplied: z.number(),
  titles: z.array(z.string()),
})

/**
 * An order's change of the stock in the supplier’s connected store: negative for a sale, positive for a return.
 * `reference` is ours, which identifies it in the store, with every attempt.
 */
const StoreStockChange = EffectTrailShape.pick({
  state: true,
  needsDecision: true,
  message: true,
  attempts: true,
  nextAttemptAt: true,
}).extend({
  reference: z.string(),
  store: z.string(),
  orderId: z.string(),
  number: z.string(),
  title: z.string(),
  variant: z.string(),
  sku: z.string(),
  quantity: z.number(),
  requestedAt: z.string(),
})

/**
 * The state of a synced store. `isWorking`: it is being read or changes are being applied. `recovered`: changes of the
 * last 30 days that a check found and no webhook reported, `byWebhook` those that one reported. `written`: the number
 * of products with parts edited here.
 */
const Sync = z.object({
  isPaused: z.boolean(),
  followed: z.array(FollowedField),
  missing: Missing,
  added: Added,
  webhooks: z.enum(['on', 'waiting', 'unreachable']),
  lastWebhookAt: z.string().nullable(),
  checkedAt: z.string().nullable(),
  fullAt: z.string(),
  nextCheckAt: z.string().nullable(),
  problemSince: z.string().nullable(),
  isWorking: z.boolean(),
  products: z.number(),
  written: z.number(),
  byWebhook: z.number(),
  recovered: z.number(),
  runs: z.array(SyncRun),
  stockChanges: z.array(StoreStockChange),
})

/**
 * A supplier’s connected store. `problem` says why it cannot be read, and `mend` what fixes it: new keys, or an
 * automatic retry. `sync` is null until an import of it was applied.
 */
const SupplierStore = z
  .object({
    id: ConnectionId,
    platform: Platform,
    name: z.string(),
    address: z.string(),
    currency: z.string(),
    isPractice: z.boolean(),
    problem: z.string().nullable(),
    mend: z.enum(['keys', 'retry']).nullable(),
    sync: Sync.nullable(),
  })
  .openapi('SupplierStore')

const StoreAnswer = Envelope.extend({ store: SupplierStore })

export const startStoreImport = endpoint({
  method: 'POST',
  path: '/supplier/store-imports',
  summary:
    'Reads the products of your connected store with all variants, weights and pictures, and plans what they would change; a running import continues',
  access: { manufacturer: 'products:write' },
  body: z.object({ connectionId: ConnectionId }),
  answer: ImportAnswer,
  refusals: ['connection_not_found', 'no_store'],
  limit: { calls: 30, windowMs: MINUTE, scope: 'account' },
})

export const listSupplierStores = endpoint({
  method: 'GET',
  path: '/supplier/connected-stores',
  summary:
    'Lists your connected stores: sync settings, last webhook and check, recovered changes, and problems',
  access: { manufacturer: 'connections:read' },
  answer: Envelope.extend({ stores: z.array(SupplierStore) }),
  limit: ACCOUNT_READ_LIMITS.page,
})

export const checkSupplierStore = endpoint({
  method: 'POST',
  path: '/supplier/connected-stores/{id}/check',
  summary: 'Reads all products of a synced store now and applies what has changed',
  access: { manufacturer: 'products:write' },
  params: ById,
  answer: StoreAnswer,
  refusals: ['connection_not_found', 'store_not_synced'],
  limit: { calls: 10, windowMs: MINUTE, scope: 'account' },
})

export const changeSupplierStore = endpoint({
  method: 'POST',
  path: '/supplier/connected-stores/{id}/settings',
  summary:
    'Sets which fields sync from a store, and what happens to products that are new or removed there; omitted settings stay unchanged',
  access: { manufacturer: 'products:write' },
  params: ById,
  body: z.object({
    followed: z.array(FollowedField).max(FOLLOWED_FIELDS.length).optional(),
    missing: Missing.optional(),
    added: Added.optional(),
    isPaused: z.boolean().optional(),
  }),
  answer: StoreAnswer,
  refusals: ['connection_not_found', 'store_not_synced'],
  limit: { calls: 60, windowMs: MINUTE, scope: 'account' },
})

/**
 * The connected store that a product came from: the parts that follow it, and those of this product that are edited
 * here.
 */
const ProductStore = z
  .object({
    name: z.string(),
    platform: Platform,
    isPaused: z.boolean(),
    followed: z.array(FollowedField),
    written: z.array(FollowedField),
  })
  .openapi('ProductStore')

const ProductById = z.object({ id: z.string().max(100) })

export const readProductStore = endpoint({
  method: 'GET',
  path: '/supplier/products/{id}/store',
  summary: 'Returns the synced store of a product and its synced fields; null if it has none',
  access: { manufacturer: 'products:read' },
  params: ProductById,
  answer: Envelope.extend({ store: ProductStore.nullable() }),
  limit: ACCOUNT_READ_LIMITS.row,
})

export const changeProductStore = endpoint({
  method: 'POST',
  path: '/supplier/products/{id}/store',
  summary:
    'Sets which fields of a synced product are edited here instead of in its store; fields that sync again are read from the store',
  access: { manufacturer: 'products:write' },
  params: ProductById,
  body: z.object({ written: z.array(FollowedField).max(FOLLOWED_FIELDS.length) }),
  answer: Envelope.extend({ store: ProductStore.nullable() }),
  refusals: ['product_not_synced'],
  limit: { calls: 60, windowMs: MINUTE, scope: 'account' },
})

export const listOrderStockChanges = endpoint({
  method: 'GET',
  path: '/supplier/orders/{id}/store-stock',
  summary: 'Lists the stock changes of an order in your connected store, with every attempt',
  access: { manufacturer: 'orders:read' },
  params: z.object({ id: z.string().max(100) }),
  answer: Envelope.extend({ changes: z.array(StoreStockChange) }),
  refusals: ['order_not_found'],
  limit: ACCOUNT_READ_LIMITS.row,
})

export const closeStockChange = endpoint({
  method: 'POST',
  path: '/supplier/stock-changes/{reference}/done',
  summary:
    'Marks a stock change that your connected store refused or did not confirm as done manually; it is not retried',
  access: { manufacturer: 'products:write' },
  params: z.object({ reference: z.string().max(100) }),
  answer: Envelope,
  refusals: ['stock_change_not_found', 'stock_change_not_open'],
  limit: { calls: 60, windowMs: MINUTE, scope: 'account' },
})

export type ProductStoreData = z.input<typeof ProductStore>
export type StoreStockChangeData = z.input<typeof StoreStockChange>
export type SupplierStoreData = z.input<typeof SupplierStore>
export type SyncSettingsData = NonNullable<SupplierStoreData['sync']>
