import { formatMoney } from '#core/money.ts'
import type { LedgerCheck } from '#features/money/ledger/service.ts'
import { listUnbalancedWallets } from './audit-queries.ts'

/** Checks that each wallet's balance equals its movements. */
export const walletsCheck: LedgerCheck = {
  name: 'wallets_add_up',
  rule: 'Each vendor’s wallet balance, less debt, equals top-ups and refunds less payments, withdrawals and chargebacks.',
  find: async (db, most) => {
    const found = await listUnbalancedWallets(db, most)
    return {
      count: found[0]?.count ?? 0,
      messages: found.map(
        ({ vendor, currency, expected, booked }) =>
          `The wallet of ${vendor} should have ${formatMoney(expected, currency)}; the ledger has ${formatMoney(booked, currency)}.`,
      ),
    }
  },
}
