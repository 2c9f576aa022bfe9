import type { Queryable } from '#database/database.ts'
import { type DebtPayment, listDebtComponents } from './debt-queries.ts'
import { formatLedgerAmount } from '../audit/format-ledger-amount.ts'

const DEBT_LABELS: Readonly<Record<string, string>> = {
  refunded: 'refunds',
  charged_back: 'chargebacks',
  label_charged: 'labels',
}

/** Returns what a supplier's debt came of that is taken from its next payout, as a memo: `Taken from the next payout: labels USD 5.93`. */
export async function buildNettingMemo(db: Queryable, debt: DebtPayment): Promise<string> {
  const components = (await listDebtComponents(db, debt)).map(
    ({ kind, amount }) => `${DEBT_LABELS[kind] ?? 'other'} ${formatLedgerAmount(amount, debt.currency)}`,
  )
  return ['Taken from the next payout', ...(components.length === 0 ? [] : [components.join(', ')])].join(
    ': ',
  )
}
