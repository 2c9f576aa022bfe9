import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { formatCountry, formatDateTime } from '#web/console/data/format.ts'

/** An entry of the audit log. */
export type AuditEntry = AnswerTo<'GET /operator/audit-log'>['entries'][number]

/** Returns the author of a change; a closed account has no name. */
export function formatMember({ name, role }: Pick<AuditEntry, 'name' | 'role'>): string {
  const who = name === '' ? 'Closed account' : name
  return role === 'operator' ? `${who} (operator)` : who
}

/** Returns the changed fields with their values before and after. */
export function listChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  return Object.entries(after ?? {}).map(([name, value]) => ({
    label: toLabel(name),
    before: formatValue(name, before?.[name]),
    after: formatValue(name, value),
  }))
}

/** Converts a field's name in code to a label: `yearsOfExperience` becomes `Years of experience`. */
function toLabel(name: string): string {
  const words = name.replaceAll(/([A-Z])/g, ' $1').toLowerCase()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function formatValue(name: string, value: NonNullable<AuditEntry['after']>[string] | undefined): string {
  if (value === undefined || value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (typeof value === 'object') return value.length === 0 ? 'None' : value.join(', ')
  const text = String(value)
  if (ISO_TIME.test(text)) return formatDateTime(text)
  return name === 'country' ? formatCountry(text) : text
}

/** The kinds of changes by which the log is filtered. */
export const KINDS: readonly Readonly<{ value: string; label: string }>[] = [
  { value: 'store', label: 'Store profile' },
  { value: 'status', label: 'Verification and suspension' },
  { value: 'bank_details', label: 'Bank account' },
  { value: 'order_settings', label: 'Order settings' },
  { value: 'team', label: 'Team' },
  { value: 'account', label: 'Accounts and operators' },
  { value: 'review', label: 'Reviews' },
  { value: 'message', label: 'Messages' },
  { value: 'connection', label: 'Connected stores' },
  { value: 'pricing', label: 'Price rules' },
  { value: 'selection', label: 'Selection' },
  { value: 'listing', label: 'Listings' },
  { value: 'product', label: 'Product reviews' },
  { value: 'settings', label: 'Settings' },
  { value: 'api', label: 'API keys and webhooks' },
]
