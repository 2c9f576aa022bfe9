import type { Transaction } from '#database/database.ts'
import { type Posting, settledPosting } from '#features/money/ledger/service.ts'
import { PAYING_BANK } from '#features/money/payouts/service.ts'
import { listSettled } from '../queries.ts'
import type { KeptRow } from './row-queries.ts'

/** The way of what a provider holds for the account itself, not for a payment. */
export const ACCOUNT = 'account'

/**
 * P3f: what the provider paid to our bank, by the methods of what it was made of; above zero what it has from there: a payout
 * that the bank sent back, or money that we have added.
 */
export async function settlementOf(
  tx: Transaction,
  provider: string,
  { reference, externalId, currency, net }: KeptRow,
): Promise<Posting[]> {
  if (net === 0) return []
  const settlement = reference ?? externalId
  // What comes back belongs to the account as a whole, and leaves it so with the payout that has it next.
  const known = net > 0 ? [] : await listSettled(tx, { provider, settlement, currency })
  const sum = known.reduce((total, { amount }) => total + amount, 0)
  // What the report does not say of what it was, the account as a whole had.
  const rest = -net - sum
  const parts = rest === 0 ? known : withPart(known, rest)
  return [settledPosting({ settlementId: externalId, provider, bank: PAYING_BANK, currency, parts })]
}

function withPart(parts: readonly { method: string; amount: number }[], rest: number) {
  const others = parts.filter(({ method }) => method !== ACCOUNT)
  const own = parts.find(({ method }) => method === ACCOUNT)?.amount ?? 0
  return own + rest === 0 ? others : [...others, { method: ACCOUNT, amount: own + rest }]
}
