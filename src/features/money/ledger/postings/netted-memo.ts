import type { Queryable } from '#database/database.ts'
import { type DebtPaid, listDebtParts } from './debt-queries.ts'
import { amountInWords } from '../audit/in-words.ts'

const WORDS: Readonly<Record<string, string>> = {
  refunded: 'refunds',
  charged_back: 'chargebacks',
  label_charged: 'labels',
}

/** What a supplier's debt came of that is taken from its next payout, in words: `Taken from the next payout: labels USD 5.93`. */
export async function nettedMemo(db: Queryable, debt: DebtPaid): Promise<string> {
  const parts = (await listDebtParts(db, debt)).map(
    ({ kind, amount }) => `${WORDS[kind] ?? 'other'} ${amountInWords(amount, debt.currency)}`,
  )
  return ['Taken from the next payout', ...(parts.length === 0 ? [] : [parts.join(', ')])].join(': ')
}
