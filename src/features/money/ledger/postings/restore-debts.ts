import type { Transaction } from '#database/database.ts'
import { post } from './post.ts'
import type { Entry, Posting } from './posting.ts'
import { receivableRestoredPosting } from './postings.ts'
import { readBalances } from '../queries.ts'

/**
 * Before a posting is reversed by which suppliers came to owe something: what they have meanwhile paid of it is free again, for a
 * debt cannot be taken back that is not there any more.
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
