import type { AccountName } from './chart.ts'

/** The kinds of postings. The letters are those of the table of postings in docs/decisions/0025. */
export type PostingKind =
  | 'captured' // P1, P3 by card
  | 'topped_up' // P2
  | 'paid_by_wallet' // P3
  | 'provider_fee' // P3f
  | 'settled' // P3f
  | 'clearing_adjusted' // P3f, a difference from a settlement report
  | 'earned' // P4, P4p
  | 'released' // P5
  | 'receivable_netted' // before P6
  | 'payout_sent' // P6
  | 'payout_confirmed' // P6
  | 'payout_failed' // P6
  | 'cancelled' // P7
  | 'case_opened' // P8
  | 'refunded' // P9a, P9b
  | 'case_closed' // P9a, what is left
  | 'goodwill_given' // P9c
  | 'paid_back' // reverses P9c and P10
  | 'label_charged' // a carrier's label, docs/decisions/0037
  | 'carrier_paid' // to the seller of labels, docs/decisions/0037
  | 'charged_back' // P10
  | 'top_up_charged_back' // P10 of P2
  | 'top_up_refunded' // reverses P2
  | 'vendor_debt_repaid' // the vendor's debt from P10 of P2
  | 'received_unapplied' // P11
  | 'unapplied_matched' // P11
  | 'unapplied_given_back' // P11
  | 'unapplied_charged_back' // P10 of P11
  | 'reversed' // reverses any of them

/**
 * One line of a posting: a positive amount in whole minor units, on one side of one account. `subledger` is the party
 * or order it belongs to.
 */
export type Entry = Readonly<{ account: AccountName; subledger: string }> &
  (Readonly<{ debit: number; credit?: never }> | Readonly<{ credit: number; debit?: never }>)

/**
 * A movement of money in one currency (ISO 4217). `key` is the unique business key of the event: posting it again
 * changes nothing. The debits equal the credits.
 */
export type Posting = Readonly<{
  key: string
  kind: PostingKind
  currency: string
  /** A description for readers of the ledger. */
  memo: string
  entries: readonly Entry[]
  /** The key of the posting that this one reverses. */
  reverses?: string
}>

/**
 * Returns `amount` on the debit side as a list of one entry; an empty list for zero. Throws RangeError for a negative
 * amount.
 */
export function debit(account: AccountName, subledger: string, amount: number): Entry[] {
  return requireWholeAmount(amount) === 0
    ? []
    : [{ account, subledger: requireSubledgerName(subledger), debit: amount }]
}

/**
 * Returns `amount` on the credit side as a list of one entry; an empty list for zero. Throws RangeError for a negative
 * amount.
 */
export function credit(account: AccountName, subledger: string, amount: number): Entry[] {
  return requireWholeAmount(amount) === 0
    ? []
    : [{ account, subledger: requireSubledgerName(subledger), credit: amount }]
}

/** Returns an entry for an amount of either sign: a debit if positive, else a credit. */
export function debitOrCredit(account: AccountName, subledger: string, amount: number): Entry[] {
  return amount < 0 ? credit(account, subledger, -amount) : debit(account, subledger, amount)
}

/** Returns the name of a sub-ledger within another's, which begins with the other's name. */
export function toSubledgerPath(owner: string, child: string): string {
  for (const name of [owner, child]) {
    if (requireSubledgerName(name).includes('/'))
      throw new RangeError(`a part of a sub-ledger's name has a slash: ${name}`)
  }
  return `${owner}/${child}`
}

/** Returns the sum of amounts. */
export function sumAmounts(amounts: readonly number[]): number {
  return amounts.reduce((a, b) => a + b, 0)
}

/**
 * Returns the posting if it is valid: two entries or more, whole positive amounts in minor units, equal sides. Throws
 * RangeError, because an invalid posting is a bug. The database would reject it too.
 */
export function validatePosting(posting: Posting): Posting {
  const { key, currency, entries } = posting
  if (!/^[A-Z]{3}$/.test(currency)) throw new RangeError(`${key}: not a currency: ${currency}`)
  if (entries.length < 2) throw new RangeError(`${key}: nothing to post`)
  for (const entry of entries) {
    if (requireWholeAmount(entry.debit ?? entry.credit) === 0)
      throw new RangeError(`${key}: an entry of nothing`)
  }
  const [debits, credits] = [
    sumAmounts(entries.map((e) => e.debit ?? 0)),
    sumAmounts(entries.map((e) => e.credit ?? 0)),
  ]
  if (debits !== credits || !Number.isSafeInteger(debits)) {
    throw new RangeError(`${key}: debits of ${debits} against credits of ${credits}`)
  }
  return posting
}

/** Returns the posting that reverses another, side for side. Each posting can be reversed once. */
export function reversalPosting(posting: Posting, memo: string): Posting {
  const { key, currency } = posting
  const entries = posting.entries.map(({ account, subledger, ...amount }): Entry =>
    amount.debit === undefined
      ? { account, subledger, debit: amount.credit }
      : { account, subledger, credit: amount.debit },
  )
  return validatePosting({ key: `reversed:${key}`, kind: 'reversed', currency, memo, entries, reverses: key })
}

function requireWholeAmount(amount: number): number {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`not a whole amount: ${amount}`)
  return amount
}

function requireSubledgerName(name: string): string {
  if (name.trim() === '') throw new RangeError('a sub-ledger without a name')
  return name
}
