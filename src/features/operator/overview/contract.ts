import { z } from '@hono/zod-openapi'
import { HOUR, MINUTE } from '#core/time.ts'
import { endpoint, type Limit } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import {
  AuditEntryShape,
  EXCEPTION_KINDS,
  OrderSearchResult,
  ListedSupplier,
  ORDER_GROUPS,
  SUPPLIER_FILTERS,
  SupplierDetails,
} from './shapes.ts'

const READ_LIMIT: Limit = { calls: 120, windowMs: MINUTE, counted: 'in_memory' }
const Search = z.string().trim().max(254).default('')
const Cursor = z.string().max(200).optional()

export const listExceptions = endpoint({
  method: 'GET',
  path: '/operator/exceptions',
  summary: 'Lists what waits for an operator, by kind: how many of each, and since when the oldest one waits',
  access: { operator: 'overview:read' },
  readsReplica: 'current',
  answer: Envelope.extend({
    exceptions: z.array(
      z.object({ kind: z.enum(EXCEPTION_KINDS), count: z.number(), oldestAt: z.string().nullable() }),
    ),
  }),
  limit: READ_LIMIT,
})

export const listOperatorSuppliers = endpoint({
  method: 'GET',
  path: '/operator/suppliers',
  summary:
    'Lists suppliers by name, fifty a page: all, or those in a state; found by name, short name or email',
  access: { operator: 'suppliers:read' },
  readsReplica: 'current',
  query: z.object({ search: Search, state: z.enum(SUPPLIER_FILTERS).default('all'), cursor: Cursor }),
  answer: Envelope.extend({
    suppliers: z.array(ListedSupplier),
    counts: z.record(z.enum(SUPPLIER_FILTERS), z.number()),
    nextCursor: z.string().nullable(),
  }),
  refusals: ['bad_cursor'],
  limit: READ_LIMIT,
})

export const readOperatorSupplier = endpoint({
  method: 'GET',
  path: '/operator/suppliers/{id}',
  summary: 'Returns a supplier with its state, figures, balances and reliability',
  access: { operator: 'suppliers:read' },
  readsReplica: 'current',
  params: z.object({ id: z.string().max(100) }),
  answer: Envelope.extend({ supplier: SupplierDetails }),
  refusals: ['supplier_not_found'],
  limit: READ_LIMIT,
})

const OrderFilter = {
  search: Search,
  group: z.enum(ORDER_GROUPS).default('all'),
  /** The ID of a supplier. */
  supplier: z.string().max(100).optional(),
}

export const findOperatorOrders = endpoint({
  method: 'GET',
  path: '/operator/orders',
  summary:
    'Lists orders, newest first, fifty a page; found by order number (of the marketplace or a vendor’s store), buyer’s name or email, tracking number, payment reference or ID',
  access: { operator: 'orders:read' },
  readsReplica: 'current',
  query: z.object({ ...OrderFilter, cursor: Cursor }),
  answer: Envelope.extend({ orders: z.array(OrderSearchResult), nextCursor: z.string().nullable() }),
  refusals: ['bad_cursor'],
  limit: READ_LIMIT,
})

export const exportOperatorOrders = endpoint({
  method: 'GET',
  path: '/operator/order-export',
  summary: 'Exports orders as CSV, newest first, at most 100,000, with the filters of the list',
  access: { operator: 'orders:read' },
  readsReplica: 'current',
  query: z.object(OrderFilter),
  answer: z.string(),
  limit: { calls: 30, windowMs: HOUR },
})

const AuditFilter = {
  /** The ID of an account. */
  member: z.string().max(100).optional(),
  /** The ID of a supplier. */
  supplier: z.string().max(100).optional(),
  kind: z.string().max(40).optional(),
  role: z.enum(['owner', 'operator']).optional(),
  /** A part of the action's name. */
  search: Search,
}

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/operator/audit-log',
  summary: 'Lists the audit log of the marketplace, newest first, fifty a page',
  access: { operator: 'activity:read' },
  readsReplica: 'current',
  query: z.object({ ...AuditFilter, cursor: Cursor }),
  answer: Envelope.extend({ entries: z.array(AuditEntryShape), nextCursor: z.string().nullable() }),
  refusals: ['bad_cursor'],
  limit: READ_LIMIT,
})

export const exportAuditLog = endpoint({
  method: 'GET',
  path: '/operator/audit-log/file',
  summary: 'Exports the newest 10,000 entries of the audit log as CSV, with the same filters',
  access: { operator: 'activity:read' },
  readsReplica: 'current',
  query: z.object(AuditFilter),
  answer: z.string(),
  limit: { calls: 30, windowMs: HOUR },
})
