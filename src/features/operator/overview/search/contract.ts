import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import type { PermissionOf } from '#core/access/permissions.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

/** The kinds of search results, in their order, with the permission that each kind needs. */
export const SEARCH_KINDS = {
  order: 'orders:read',
  case: 'cases:read',
  payment: 'money:read',
  payout: 'money:read',
  posting: 'money:read',
  product: 'products:read',
  supplier: 'suppliers:read',
  vendor: 'accounts:read',
  account: 'accounts:read',
  guest: 'accounts:read',
  message: 'messages:read',
} as const satisfies Readonly<Record<string, PermissionOf<'operator'>>>

// The keys of the table are its kinds.
const Kind = z.enum(Object.keys(SEARCH_KINDS) as [SearchKind, ...SearchKind[]])

const Found = z
  .object({
    /** The key of the result's page: an ID, the key of a posting, or the email address of a guest. */
    id: z.string(),
    title: z.string(),
    about: z.string(),
  })
  .openapi('SearchResult')

export const searchMarketplace = endpoint({
  method: 'GET',
  path: '/operator/search',
  summary:
    'Finds orders, cases, payments, payouts, postings, products, suppliers, vendors, accounts, guests and messages by number, ID, name, email, tracking number or reference: five of each kind that your role includes',
  access: { operator: 'overview:read' },
  readsReplica: 'current',
  query: z.object({ search: z.string().trim().min(2, 'Enter at least two characters.').max(254) }),
  answer: Envelope.extend({
    groups: z.array(
      z.object({
        kind: Kind,
        results: z.array(Found),
        /** Whether there are more results than these. */
        hasMore: z.boolean(),
      }),
    ),
  }),
  limit: { calls: 240, windowMs: MINUTE, counted: 'in_memory' },
})

export type SearchKind = keyof typeof SEARCH_KINDS
export type SearchResultData = z.input<typeof Found>
