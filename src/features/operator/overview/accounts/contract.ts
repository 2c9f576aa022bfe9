import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { OPERATOR_ROLES } from '#core/access/permissions.ts'
import { endpoint, type Limit } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

/** The views of the list of accounts. */
const ACCOUNT_FILTERS = ['all', 'vendor', 'manufacturer', 'operator', 'closed'] as const

export type AccountFilter = (typeof ACCOUNT_FILTERS)[number]

const READ_LIMIT: Limit = { calls: 120, windowMs: MINUTE, counted: 'in_memory' }

const AccountType = z.enum(['vendor', 'manufacturer', 'operator'])

const ListedAccount = z
  .object({
    id: z.string(),
    /** The name; empty for a closed account. */
    name: z.string(),
    email: z.string(),
    type: AccountType,
    isVerified: z.boolean(),
    hasSecondFactor: z.boolean(),
    createdAt: z.string(),
    closedAt: z.string().nullable(),
  })
  .openapi('ListedAccount')

const AccountBusiness = z.object({
  /** The ID of the business's original account. */
  id: z.string(),
  name: z.string(),
  type: AccountType,
  roles: z.array(z.string()),
  /** The ID of the store, for a supplier. */
  supplier: z.string().nullable(),
})

const SignIn = z.object({
  id: z.string(),
  device: z.string(),
  /** The IP address, grouped as limits count it. */
  address: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  /** The state of the session: `open`, ended, expired, or waiting for the second factor. */
  state: z.enum(['open', 'ended', 'expired', 'unfinished']),
})

const AccountDetails = ListedAccount.extend({
  companyName: z.string().nullable(),
  hasPassword: z.boolean(),
  providers: z.array(z.string()),
  secondFactorSince: z.string().nullable(),
  operatorRoles: z.array(z.enum(OPERATOR_ROLES)),
  /** The reason and start of a vendor's suspension; null if not suspended. */
  suspension: z.object({ reason: z.string(), since: z.string() }).nullable(),
  businesses: z.array(AccountBusiness),
  /** The latest 50, newest first. */
  signIns: z.array(SignIn),
  /** The consequences of closing the account. */
  consequences: z.object({
    purchases: z.number(),
    openPurchases: z.number(),
    products: z.number(),
    openSales: z.number(),
    connectedStores: z.number(),
    wallet: z.array(z.object({ currency: z.string(), amount: z.number() })),
  }),
}).openapi('AccountDetails')

export const listAccounts = endpoint({
  method: 'GET',
  path: '/operator/accounts',
  summary:
    'Lists accounts, the newest first, fifty a page; found by how a name or an email address begins, by ID or by order number',
  access: { operator: 'accounts:read' },
  query: z.object({
    search: z.string().trim().max(254).default(''),
    filter: z.enum(ACCOUNT_FILTERS).default('all'),
    cursor: z.string().max(200).optional(),
  }),
  answer: Envelope.extend({ accounts: z.array(ListedAccount), nextCursor: z.string().nullable() }),
  refusals: ['bad_cursor'],
  limit: READ_LIMIT,
})

export const readAccount = endpoint({
  method: 'GET',
  path: '/operator/accounts/{id}',
  summary: 'Returns an account with its businesses, sign-ins, and what closing it would touch',
  access: { operator: 'accounts:read' },
  params: z.object({ id: z.string().max(100) }),
  answer: Envelope.extend({ account: AccountDetails }),
  refusals: ['account_not_found'],
  limit: READ_LIMIT,
})
