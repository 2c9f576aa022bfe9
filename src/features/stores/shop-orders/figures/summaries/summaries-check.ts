import { formatMoney } from '#core/money.ts'
import type { LedgerCheck } from '#features/money/ledger/service.ts'
import { listWrongSummaries } from './summary-queries.ts'

/** Checks that vendors' stored figures equal those of their orders and of the ledger. */
export const vendorFiguresCheck: LedgerCheck = {
  name: 'vendor_figures_add_up',
  rule: 'The stored revenue and cost of each vendor’s order equal those of its lines and postings.',
  find: async (db, most) => {
    const found = await listWrongSummaries(db, most)
    return {
      count: found[0]?.count ?? 0,
      messages: found.map(
        ({ order, currency, costCurrency, ...amounts }) =>
          `The order ${order} sells for ${formatMoney(amounts.retail, currency)} and costs ${formatMoney(amounts.cost, costCurrency)}; ${formatMoney(amounts.storedRetail, currency)} and ${formatMoney(amounts.storedCost, costCurrency)} are stored.`,
      ),
    }
  },
}
