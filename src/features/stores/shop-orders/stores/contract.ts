import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { Connection } from '#features/stores/connections/contract.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

/** The checks of a connected store. */
export const STORE_CHECKS = ['access', 'currency', 'webhooks', 'orders', 'addresses', 'listings'] as const

/** The result of one check of a connected store, as a message; `waiting` while it is unknown. */
const StoreCheck = z.object({
  name: z.enum(STORE_CHECKS),
  state: z.enum(['good', 'waiting', 'problem']),
  text: z.string(),
})

/** A connected store of a vendor with its health. */
const VendorStore = z
  .object({
    ...Connection.omit({ push: true, pull: true }).shape,
    /** Whether its orders are not real. */
    isPractice: z.boolean(),
    connectedAt: z.string(),
    keysChangedAt: z.string().nullable(),
    checks: z.array(StoreCheck),
    listings: z.object({
      /** The number of products in the store, and of those that could not be updated there. */
      published: z.number(),
      failed: z.number(),
      /** The number of deselected products in the store. */
      leftOut: z.number(),
      lastSentAt: z.string().nullable(),
      /**
       * The newest comparison of the store with what was sent: the number of different listings, and of all corrected
       * so far.
       */
      drift: z
        .object({
          checkedAt: z.string(),
          compared: z.number(),
          stockDiffers: z.number(),
          priceDiffers: z.number(),
          missing: z.number(),
          correctedTotal: z.number(),
        })
        .nullable(),
    }),
    orders: z.object({
      total: z.number(),
      lastWebhookAt: z.string().nullable(),
      /**
       * When the store was last polled for orders, and how many no webhook had reported: in the last day, and in all.
       */
      checkedAt: z.string().nullable(),
      recovered: z.number(),
      recoveredTotal: z.number(),
    }),
  })
  .openapi('VendorStore')

export const listVendorStores = endpoint({
  method: 'GET',
  path: '/vendor/stores',
  summary:
    'Lists your connected stores with their permissions, webhooks, recovered orders and failed listings',
  access: { vendor: 'connections:read' },
  answer: Envelope.extend({ stores: z.array(VendorStore) }),
  limit: { calls: 240, windowMs: MINUTE },
})

export type VendorStoreData = z.input<typeof VendorStore>
export type StoreCheckData = z.input<typeof StoreCheck>
