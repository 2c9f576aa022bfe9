import type { LedgerCheck } from '#features/money/ledger/service.ts'
import { formatMoney } from '#core/money.ts'
import { listMisbookedPayments } from './carriers/audit-queries.ts'

/** Checks that each payment to a label provider is booked once, with its amounts, unless reversed. */
export const carrierPaymentsCheck: LedgerCheck = {
  name: 'carrier_payments_booked',
  rule: 'Each payment to a label provider is posted once, with its parts, adjustment and bank amount, unless it was reversed.',
  find: async (db, most) => {
    const found = await listMisbookedPayments(db, most)
    return {
      count: found[0]?.count ?? 0,
      messages: found.map(
        ({ payment, title, subledger, currency, expected, booked }) =>
          `The payment ${payment} should change ${title} of ${subledger} by ${formatMoney(expected, currency)}; the ledger has ${formatMoney(booked, currency)}.`,
      ),
    }
  },
}
