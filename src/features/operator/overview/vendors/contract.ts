import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

/** The views of the list of vendors. */
const VENDOR_FILTERS = ['all', 'attention', 'suspended'] as const

export type VendorFilter = (typeof VENDOR_FILTERS)[number]

const VendorStore = z.object({
  platform: z.enum(['shopify', 'woocommerce']),
  name: z.string(),
  isPractice: z.boolean(),
  /** Why the store cannot be reached; null while it can. */
  problem: z.string().nullable(),
  /** When orders were last checked; null before the first check. */
  checkedAt: z.string().nullable(),
  /** The number of orders that no webhook reported, found by a check. */
  recovered: z.number(),
})

const ListedVendor = z
  .object({
    /** The ID of the business's original account. */
    id: z.string(),
    name: z.string(),
    email: z.string(),
    /** Since when the vendor is suspended; null if not suspended. */
    suspendedAt: z.string().nullable(),
    stores: z.array(VendorStore),
    /** The wallet's balance; negative if the vendor owes money. */
    wallet: z.array(z.object({ currency: z.string(), amount: z.number() })),
    listings: z.object({ published: z.number(), failed: z.number() }),
    orders: z.object({
      toPay: z.number(),
      blocked: z.number(),
      inProgress: z.number(),
      lastAt: z.string().nullable(),
    }),
  })
  .openapi('ListedVendor')

export const listVendors = endpoint({
  method: 'GET',
  path: '/operator/vendors',
  summary:
    'Lists vendors with a connected store or a wallet, the newest first, fifty a page, with the health of their stores; found by how a name or an email address begins',
  access: { operator: 'accounts:read' },
  readsReplica: 'current',
  query: z.object({
    search: z.string().trim().max(254).default(''),
    /** `attention`: a store that cannot be reached, a blocked order, or a wallet with a debt. */
    filter: z.enum(VENDOR_FILTERS).default('all'),
    cursor: z.string().max(200).optional(),
  }),
  answer: Envelope.extend({ vendors: z.array(ListedVendor), nextCursor: z.string().nullable() }),
  refusals: ['bad_cursor'],
  limit: { calls: 120, windowMs: MINUTE, counted: 'in_memory' },
})

export type ListedVendorData = z.input<typeof ListedVendor>
