import { formatMoney } from '#core/money.ts'
import type { LedgerCheck } from '#features/money/ledger/service.ts'
import { listUnbookedRefunds, listLiabilityMismatches, listTaxMismatches } from './liability-audit-queries.ts'

/** That each refund is in the ledger for what it gives back, and one that was undone is not. */
export const refundsBookedCheck: LedgerCheck = {
  name: 'refunds_booked',
  rule: 'Each refund is booked for what it gives back; one that was undone is taken back.',
  find: async (db, most) => {
    const found = await listUnbookedRefunds(db, most)
    return {
      count: found[0]?.count ?? 0,
      inWords: found.map(
        ({ refund, currency, amount, booked }) =>
          `The refund ${refund} is over ${formatMoney(amount, currency)}; ${formatMoney(booked, currency)} is booked.`,
      ),
    }
  },
}

/** That the marketplace bears what refunds and chargebacks say it does, of each order. */
export const marketplaceLiabilityCheck: LedgerCheck = {
  name: 'shop_bears',
  rule: 'What stands of an order as goodwill and as chargeback loss is what its refunds and chargebacks leave to the marketplace.',
  find: async (db, most) => {
    const found = await listLiabilityMismatches(db, most)
    return {
      count: found[0]?.count ?? 0,
      inWords: found.map(
        ({ order, currency, expected, booked }) =>
          `Of the order ${order} the marketplace should bear ${formatMoney(expected, currency)}; the ledger has ${formatMoney(booked, currency)}.`,
      ),
    }
  },
}

/** That the tax on commission is owed for what is left of it. */
export const taxCheck: LedgerCheck = {
  name: 'tax_adds_up',
  rule: 'The tax that is payable is that on what was earned, less what went back of it.',
  find: async (db, most) => {
    const found = await listTaxMismatches(db, most)
    return {
      count: found[0]?.count ?? 0,
      inWords: found.map(
        ({ currency, expected, booked }) =>
          `${formatMoney(expected, currency)} of tax should be payable; the ledger has ${formatMoney(booked, currency)}.`,
      ),
    }
  },
}
