import { z } from '@hono/zod-openapi'
import { SupplierOrderStateShape } from '#features/sales/orders/contract.ts'

/** The kinds of exceptions that may wait for an operator. */
export const EXCEPTION_KINDS = [
  'unknown_refunds',
  'refused_refunds',
  'unclear_payouts',
  'failed_jobs',
  'unknown_labels',
  'unknown_effects',
  'refused_effects',
  'unapplied_money',
  'discrepancies',
  'cases',
  'disputes',
  'prepared_payouts',
  'verifications',
  'reported_reviews',
  'reported_chats',
  'messages',
  'products',
] as const

export type ExceptionKind = (typeof EXCEPTION_KINDS)[number]

/** The filters of suppliers. `to_review` have statements without a decision. */
export const SUPPLIER_FILTERS = ['all', 'verified', 'unverified', 'suspended', 'to_review'] as const

export type SupplierFilter = (typeof SUPPLIER_FILTERS)[number]

/** The status of a supplier, which operators change. */
export const StatusShape = z.enum(['unverified', 'verified', 'suspended'])

/** A supplier in the operator's list. */
export const ListedSupplier = z
  .object({
    id: z.string(),
    name: z.string(),
    shortName: z.string(),
    country: z.string(),
    status: StatusShape,
    /** The supplier's statements without a decision. */
    toReview: z.number(),
    products: z.number(),
    openOrders: z.number(),
    createdAt: z.string(),
  })
  .openapi('OperatorSupplier')

/** The counts of a supplier's orders of the last half year; null if there were none. */
const ReliabilityCounts = z.object({
  computedAt: z.string(),
  finished: z.number(),
  isEnough: z.boolean(),
  due: z.number(),
  shippedLate: z.number(),
  delivered: z.number(),
  deliveredLate: z.number(),
  paid: z.number(),
  cancelled: z.number(),
  outOfStock: z.number(),
  answerMinutes: z.number().nullable(),
  lostCases: z.number(),
})

/** A supplier with the facts that operators need for decisions. Balances are decimals. */
export const SupplierDetails = z
  .object({
    id: z.string(),
    name: z.string(),
    shortName: z.string(),
    isNamed: z.boolean(),
    country: z.string(),
    status: StatusShape,
    suspendedAt: z.string().nullable(),
    suspensionReason: z.string().nullable(),
    owner: z.object({ id: z.string(), name: z.string(), email: z.string() }).nullable(),
    contactEmail: z.string().nullable(),
    createdAt: z.string(),
    /** The number of active products, listed or not. */
    products: z.number(),
    openOrders: z.number(),
    orders: z.number(),
    openCases: z.number(),
    balances: z.array(
      z.object({ account: z.string(), title: z.string(), currency: z.string(), amount: z.number() }),
    ),
    reliability: ReliabilityCounts.nullable(),
  })
  .openapi('OperatorSupplierDetails')

/** The groups of orders: all, unfinished, with a case, or cancelled. */
export const ORDER_GROUPS = ['all', 'open', 'in_case', 'completed', 'cancelled', 'unclear_label'] as const

export type OrderGroup = (typeof ORDER_GROUPS)[number]

/** A supplier order in operators' search results; amounts in dollars. */
export const OrderSearchResult = z
  .object({
    id: z.string(),
    number: z.string(),
    state: SupplierOrderStateShape,
    buyer: z.object({ name: z.string(), email: z.string() }),
    supplier: z.object({ id: z.string(), name: z.string() }),
    total: z.number(),
    units: z.number(),
    placedAt: z.string(),
    paidAt: z.string().nullable(),
  })
  .openapi('OperatorOrder')

export type OrderSearchResultData = z.input<typeof OrderSearchResult>

/** The old or new values of changed fields, by name. */
const Values = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]),
)

/** A recorded change. */
export const AuditEntryShape = z
  .object({
    id: z.number(),
    at: z.string(),
    /** The name; empty for a closed account. */
    name: z.string(),
    member: z.string(),
    role: z.string(),
    kind: z.string(),
    action: z.string(),
    /** The store; null if the change is not about one. */
    supplier: z.object({ id: z.string(), name: z.string() }).nullable(),
    before: Values.nullable(),
    after: Values.nullable(),
    network: z.string().nullable(),
  })
  .openapi('AuditLogEntry')
