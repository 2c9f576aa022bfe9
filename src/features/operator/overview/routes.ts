import { notFound } from '#core/errors.ts'
import { toDecimal } from '#core/money.ts'
import { csvResponse, csvStreamResponse } from '#platform/csv.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { listAuditRows } from './audit-queries.ts'
import * as contract from './contract.ts'
import { readKey, readNameAndId, toCursor } from '#platform/http/calls/cursor.ts'
import { listExceptions } from './exception-queries.ts'
import { exportOrderRows } from './export-orders.ts'
import { listOrderRows } from './order-queries.ts'
import { countSuppliers, findSupplierRecord, listSupplierRows } from './supplier-queries.ts'
import { AUDIT_CSV_HEAD, toAuditCsvRow, toAuditView, toOrderView, toStatus, toSupplierView } from './views.ts'

const PAGE_SIZE = 50
const MAX_EXPORTED = 10_000

/** The operators' routes of the marketplace's overview. */
export const operatorOverviewRoutes: readonly Route[] = [
  route(contract.listExceptions, async (_input, { db }) => {
    const exceptions = await listExceptions(db)
    return ok('Exceptions', {
      exceptions: exceptions.map(({ oldestAt, ...one }) => ({
        ...one,
        oldestAt: oldestAt?.toISOString() ?? null,
      })),
    })
  }),

  route(contract.listOperatorSuppliers, async ({ query: { search, state, cursor } }, { db }) => {
    const page = { search, state, after: readNameAndId(cursor), limit: PAGE_SIZE + 1 }
    const [found, counts] = await Promise.all([listSupplierRows(db, page), countSuppliers(db)])
    const suppliers = found.slice(0, PAGE_SIZE)
    const last = suppliers.at(-1)
    return ok('Suppliers', {
      suppliers: suppliers.map(toSupplierView),
      counts,
      nextCursor: last && found.length > PAGE_SIZE ? toCursor([last.name, last.id]) : null,
    })
  }),

  route(contract.readOperatorSupplier, async ({ params: { id } }, { db }) => {
    const found = await findSupplierRecord(db, id)
    if (!found) throw notFound('supplier_not_found', 'Supplier not found')
    const { isVerified: _isVerified, suspendedAt, createdAt, balances, ...rest } = found
    return ok('Supplier', {
      supplier: {
        ...rest,
        status: toStatus(found),
        suspendedAt: suspendedAt?.toISOString() ?? null,
        createdAt: createdAt.toISOString(),
        balances: balances.map(({ account, title, currency, amount }) => ({
          account,
          title,
          currency,
          amount: toDecimal(amount, currency),
        })),
      },
    })
  }),

  route(contract.findOperatorOrders, async ({ query: { cursor, ...filter } }, { db }) => {
    const before = readKey(cursor)
    const found = await listOrderRows(db, {
      search: filter.search,
      group: filter.group,
      supplier: filter.supplier,
      before,
      limit: PAGE_SIZE + 1,
    })
    const orders = found.slice(0, PAGE_SIZE)
    const last = orders.at(-1)
    return ok('Orders', {
      orders: orders.map(toOrderView),
      nextCursor: last && found.length > PAGE_SIZE ? toCursor([last.key]) : null,
    })
  }),

  route(contract.exportOperatorOrders, async ({ query: { search, group, supplier } }, { db, now }) => {
    const rows = exportOrderRows(db, { search, group, supplier })
    return csvStreamResponse(`orders-${now.toISOString().slice(0, 10)}.csv`, rows)
  }),

  route(contract.listAuditLog, async ({ query: { cursor, ...filter } }, { db }) => {
    const found = await listAuditRows(db, filter, { before: readKey(cursor), limit: PAGE_SIZE + 1 })
    const entries = found.slice(0, PAGE_SIZE)
    const last = entries.at(-1)
    return ok('Audit log', {
      entries: entries.map(toAuditView),
      nextCursor: last && found.length > PAGE_SIZE ? toCursor([last.id]) : null,
    })
  }),

  route(contract.exportAuditLog, async ({ query }, { db }) => {
    const entries = await listAuditRows(db, query, { before: undefined, limit: MAX_EXPORTED })
    return csvResponse('audit-log.csv', [AUDIT_CSV_HEAD, ...entries.map(toAuditCsvRow)])
  }),
]
