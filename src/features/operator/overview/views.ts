import { toDecimal } from '#core/money.ts'
import type { Cell } from '#platform/csv.ts'
import type { z } from 'zod'
import type { AuditRow } from './audit-queries.ts'
import type { OrderRow } from './order-queries.ts'
import type { AuditEntryShape, OrderSearchResultData, ListedSupplier } from './shapes.ts'
import type { SupplierRow } from './supplier-queries.ts'

/** Returns a supplier's status from its stored fields. */
export function toStatus(supplier: Readonly<{ isVerified: boolean; suspendedAt: Date | null }>) {
  if (supplier.suspendedAt !== null) return 'suspended'
  return supplier.isVerified ? 'verified' : 'unverified'
}

/** Returns a supplier as the list shows it. */
export function toSupplierView(row: SupplierRow): z.input<typeof ListedSupplier> {
  const { isVerified: _isVerified, suspendedAt: _suspendedAt, createdAt, ...rest } = row
  return { ...rest, status: toStatus(row), createdAt: createdAt.toISOString() }
}

/** Returns an order as the list shows it. */
export function toOrderView(row: OrderRow): OrderSearchResultData {
  const { id, number, state, buyer, email, supplierId, supplierName, totalAmount, units } = row
  return {
    id,
    number,
    state,
    buyer: { name: buyer, email },
    supplier: { id: supplierId, name: supplierName },
    total: toDecimal(totalAmount),
    units,
    placedAt: row.placedAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
  }
}

/** Returns an entry of the log as it is shown. */
export function toAuditView(row: AuditRow): z.input<typeof AuditEntryShape> {
  const { id, at, member, role, kind, action, supplierId, supplierName, network } = row
  return {
    id,
    at: at.toISOString(),
    name: toName(row),
    member,
    role,
    kind,
    action,
    supplier: supplierId === null ? null : { id: supplierId, name: supplierName ?? '' },
    before: toValues(row.before),
    after: toValues(row.after),
    network,
  }
}

function toName({ firstName, lastName }: Pick<AuditRow, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim()
}

function toValues(values: AuditRow['before']): z.input<typeof AuditEntryShape>['before'] {
  if (!values) return null
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isList(value) ? [...value] : value]),
  )
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value)
}

/** The head of the log as a file. */
export const AUDIT_CSV_HEAD: readonly Cell[] = [
  'Time (UTC)',
  'Member',
  'Role',
  'Store',
  'Kind',
  'Action',
  'Before',
  'After',
  'Network',
]

/** Returns an entry as a row of the file. */
export function toAuditCsvRow(row: AuditRow): Cell[] {
  const { at, role, supplierName, kind, action, before, after, network } = row
  const text = (values: object | null) => (values ? JSON.stringify(values) : null)
  return [at.toISOString(), toName(row), role, supplierName, kind, action, text(before), text(after), network]
}
