import { formatMoney } from '#core/money.ts'
import type { LedgerCheck } from '#features/money/ledger/service.ts'
import { listWrongDays } from './sales-queries.ts'

/** Checks that the marketplace's stored sales by day equal the sums of its orders. */
export const marketplaceSalesCheck: LedgerCheck = {
  name: 'marketplace_sales_add_up',
  rule: 'The stored sales and commission of each day equal those of its paid orders.',
  find: async (db, most) => {
    const found = await listWrongDays(db, most)
    return {
      count: found[0]?.count ?? 0,
      messages: found.map(
        ({ day, currency, ...amounts }) =>
          `Orders of ${day} sold for ${formatMoney(amounts.sales, currency)} with ${formatMoney(amounts.commission, currency)} commission; ${formatMoney(amounts.storedSales, currency)} and ${formatMoney(amounts.storedCommission, currency)} are stored.`,
      ),
    }
  },
}
