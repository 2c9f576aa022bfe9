import type { Transaction } from '#database/database.ts'
import { type Posting, settledPosting } from '#features/money/ledger/service.ts'
import { PAYING_BANK } from '#features/money/payouts/service.ts'
import { listSettlementParts } from '../queries.ts'
import type { SettlementRow } from './row-queries.ts'

/** The way of what a provider holds for the account itself, not for a payment. */
export const ACCOUNT_METHOD = 'account'

/**
 * Returns the postings of what the provider paid to our bank, by methods (P3f). Above zero is what it got from there: a
 * payout that the bank sent back, or money that we added.
 */
export async function toSettlementPostings(
  tx: Transaction,
  provider: string,
  { reference, externalId, currency, net }: SettlementRow,
): Promise<Posting[]> {
  if (net === 0) return []
  const settlement = reference ?? externalId
  // What comes back belongs to the account as a whole, and leaves it so with the payout that has it next.
  const settledParts = net > 0 ? [] : await listSettlementParts(tx, { provider, settlement, currency })
  const sum = settledParts.reduce((total, { amount }) => total + amount, 0)
  // What the report does not say of what it was, the account as a whole had.
  const difference = -net - sum
  const parts = difference === 0 ? settledParts : addAccountPart(settledParts, difference)
  return [settledPosting({ settlementId: externalId, provider, bank: PAYING_BANK, currency, parts })]
}

function addAccountPart(parts: readonly { method: string; amount: number }[], difference: number) {
  const otherParts = parts.filter(({ method }) => method !== ACCOUNT_METHOD)
  const accountAmount = parts.find(({ method }) => method === ACCOUNT_METHOD)?.amount ?? 0
  return accountAmount + difference === 0
    ? otherParts
    : [...otherParts, { method: ACCOUNT_METHOD, amount: accountAmount + difference }]
}
