import type { Queryable, Transaction } from '#database/database.ts'
import { type DebtPayment, listDebtComponents, readBalances } from '../queries.ts'
import { formatLedgerAmount } from '../audit/format-ledger-amount.ts'
import { post } from './post.ts'
import type { Entry, Posting } from './posting.ts'
import { receivableRestoredPosting } from './receivable-postings.ts'

const DEBT_LABELS: Readonly<Record<string, string>> = {
  refunded: 'refunds',
  charged_back: 'chargebacks',
  label_charged: 'labels',
}

/** Returns the memo of a debt deducted from the next payout: `Taken from the next payout: labels USD 5.93`. */
export async function buildNettingMemo(db: Queryable, debt: DebtPayment): Promise<string> {
  const components = (await listDebtComponents(db, debt)).map(
    ({ kind, amount }) => `${DEBT_LABELS[kind] ?? 'other'} ${formatLedgerAmount(amount, debt.currency)}`,
  )
  return ['Taken from the next payout', ...(components.length === 0 ? [] : [components.join(', ')])].join(
    ': ',
  )
}

/**
 * Restores what suppliers repaid of the debts that a posting caused, before it is reversed. A repaid debt cannot be
 * reversed.
 */
export async function restoreDebts(
  tx: Transaction,
  { key, currency, entries }: Posting,
  now: Date,
): Promise<void> {
  for (const { subledger: supplier, debit } of entries.filter(isDebt)) {
    const receivable = { account: 'supplier_receivable', subledger: supplier, currency } as const
    const [owed = 0] = await readBalances(tx, [receivable], { locked: true })
    const amount = (debit ?? 0) - owed
    if (amount > 0)
      await post(tx, receivableRestoredPosting({ restoredId: key, supplier, currency, amount }), now)
  }
}

function isDebt({ account, debit }: Entry): boolean {
  return account === 'supplier_receivable' && debit !== undefined
}
