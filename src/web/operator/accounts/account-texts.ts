import type { OperatorRole } from '#core/access/permissions.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'

/** An account with the details for an operator's actions. */
export type Account = AnswerTo<'GET /operator/accounts/{id}'>['account']

/** The types of accounts as operators read them. */
export const TYPE_TITLES: Readonly<Record<Account['type'], string>> = {
  vendor: 'Vendor or shopper',
  manufacturer: 'Supplier',
  operator: 'Operator',
}

/** Returns the name of an account; closed ones have none. */
export function formatAccount({
  name,
  email,
  closedAt,
}: Pick<Account, 'name' | 'email' | 'closedAt'>): string {
  return closedAt === null ? name || email : 'Closed account'
}

/** The roles of operators with descriptions. */
export const ROLE_TEXTS: readonly Readonly<{ role: OperatorRole; about: string }>[] = [
  { role: 'owner', about: 'Everything, including operators and their roles.' },
  {
    role: 'support',
    about: 'Orders, cases, reviews and accounts. Can’t see money or verify suppliers.',
  },
  { role: 'catalogue', about: 'Suppliers and reviews. Can’t see orders, accounts or money.' },
  {
    role: 'finance',
    about: 'Payouts, refunds, commissions and the ledger. Can view orders, cases and accounts.',
  },
]
