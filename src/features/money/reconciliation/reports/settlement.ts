import type { Transaction } from '#database/database.ts'
import { type Posting, providerPayoutPosting } from '#features/money/ledger/service.ts'
import { PAYING_BANK } from '#features/money/payouts/service.ts'
import { listSettlementParts } from '../queries.ts'
import type { SettlementRow } from './row-queries.ts'

/** The method of money that a provider holds for the account itself, not for a payment. */
export const ACCOUNT_METHOD = 'account'

/**
 * Returns the postings of a provider's payout to our bank, by method (P3f). A positive `net` is money from our bank: a
 * returned payout, or money that we added.
 */
export async function toSettlementPostings(
  tx: Transaction,
  provider: string,
  { reference, externalId, currency, net }: SettlementRow,
): Promise<Posting[]> {
  if (net === 0) return []
  const settlement = reference ?? externalId
  // Returned money belongs to the account as a whole, and leaves it with the payout that contains it next.
  const settledParts = net > 0 ? [] : await listSettlementParts(tx, { provider, settlement, currency })
  const sum = settledParts.reduce((total, { amount }) => total + amount, 0)
  // The part that the report does not itemise belongs to the account as a whole.
  const difference = -net - sum
  const parts = difference === 0 ? settledParts : addAccountPart(settledParts, difference)
  return [providerPayoutPosting({ settlementId: externalId, provider, bank: PAYING_BANK, currency, parts })]
}

function addAccountPart(parts: readonly { method: string; amount: number }[], difference: number) {
  const otherParts = parts.filter(({ method }) => method !== ACCOUNT_METHOD)
  const accountAmount = parts.find(({ method }) => method === ACCOUNT_METHOD)?.amount ?? 0
  return accountAmount + difference === 0
    ? otherParts
    : [...otherParts, { method: ACCOUNT_METHOD, amount: accountAmount + difference }]
}
