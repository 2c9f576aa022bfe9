import type { LedgerCheck } from '#features/money/ledger/service.ts'
import { formatMoney } from '#core/money.ts'
import { listPayoutMismatches } from './audit-queries.ts'

/** Checks that payouts match the ledger: they equal their claimed postings, and are in transit while open. */
export const payoutsCheck: LedgerCheck = {
  name: 'payouts_claimed',
  rule: 'Each payout equals the sum of the postings it claims, and stays in transit until it arrives or fails.',
  find: async (db, most) => {
    const found = await listPayoutMismatches(db, most)
    return {
      count: found[0]?.count ?? 0,
      messages: found.map(
        ({ what, subledger, currency, stored, booked }) =>
          `Of the payout ${subledger} ${formatMoney(stored, currency)} should be ${what}; ${formatMoney(booked, currency)} is.`,
      ),
    }
  },
}
