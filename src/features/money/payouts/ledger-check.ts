import type { LedgerCheck } from '#features/money/ledger/service.ts'
import { formatMoney } from '#core/money.ts'
import { listPayoutMismatches } from './audit-queries.ts'

/** Checks that payouts match the ledger: made of their claimed postings, and in transit while open. */
export const payoutsCheck: LedgerCheck = {
  name: 'payouts_claimed',
  rule: 'Each payout is what the postings that it claimed add up to, and in transit until it has arrived or failed.',
  find: async (db, most) => {
    const found = await listPayoutMismatches(db, most)
    return {
      count: found[0]?.count ?? 0,
      inWords: found.map(
        ({ what, subledger, currency, stored, booked }) =>
          `Of the payout ${subledger} ${formatMoney(stored, currency)} should be ${what}; ${formatMoney(booked, currency)} is.`,
      ),
    }
  },
}
