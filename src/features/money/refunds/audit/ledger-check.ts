import type { LedgerCheck } from '#features/money/ledger/service.ts'
import { formatMoney } from '#core/money.ts'
import {
  listEndedOrderEscrows,
  listUnbalancedOrders,
  listUnbalancedSuppliers,
  listUnbookedReceipts,
  listUnbookedChargebacks,
  listUnappliedMismatches,
} from './audit-queries.ts'
import { listUnbookedRefunds, listLiabilityMismatches, listTaxMismatches } from './liability-audit-queries.ts'

/** Checks that each order's unearned money and commission are on the right accounts. */
export const orderMoneyCheck: LedgerCheck = {
  name: 'orders_add_up',
  rule: 'Each order’s escrow and commission in the ledger equal its unearned payment and commission, less refunds.',
  find: async (db, most) => {
    const found = await listUnbalancedOrders(db, most)
    return {
      count: found[0]?.count ?? 0,
      messages: found.map(
        ({ order, currency, expected, booked }) =>
          `The order ${order} should have ${formatMoney(expected, currency)} in escrow and commission; the ledger has ${formatMoney(booked, currency)}.`,
      ),
    }
  },
}

/** Checks that finished orders have nothing left in escrow. */
export const endedOrdersCheck: LedgerCheck = {
  name: 'ended_orders_empty',
  rule: 'A finished order has no money left in escrow.',
  find: async (db, most) => {
    const found = await listEndedOrderEscrows(db, most)
    return {
      count: found[0]?.count ?? 0,
      messages: found.map(
        ({ order, state, currency, amount }) =>
          `The order ${order} is ${state} and has ${formatMoney(amount, currency)} in escrow.`,
      ),
    }
  },
}

/** Checks that every receipt is in the ledger. */
export const receiptsBookedCheck: LedgerCheck = {
  name: 'receipts_booked',
  rule: 'All money received is posted.',
  find: async (db, most) => {
    const found = await listUnbookedReceipts(db, most)
    return {
      count: found[0]?.count ?? 0,
      messages: found.map(
        ({ provider, externalId, currency, amount }) =>
          `The receipt ${externalId} of ${provider}, ${formatMoney(amount, currency)}, is not booked.`,
      ),
    }
  },
}

/** Checks that each supplier's balances equal its earnings, less its losses and labels. */
export const supplierMoneyCheck: LedgerCheck = {
  name: 'suppliers_add_up',
  rule: 'Each supplier’s earnings, less its share of refunds, chargebacks and labels, equal its payouts and balances less debt.',
  find: async (db, most) => {
    const found = await listUnbalancedSuppliers(db, most)
    return {
      count: found[0]?.count ?? 0,
      messages: found.map(
        ({ supplier, currency, expected, booked }) =>
          `The supplier ${supplier} should have had ${formatMoney(expected, currency)}; the ledger has given it ${formatMoney(booked, currency)}.`,
      ),
    }
  },
}

/** Checks that chargebacks are in the ledger, to the cent, and that returned ones are not. */
export const chargebacksBookedCheck: LedgerCheck = {
  name: 'chargebacks_booked',
  rule: 'All chargebacks are posted, with or without an order, and won disputes are posted back.',
  find: async (db, most) => {
    const found = await listUnbookedChargebacks(db, most)
    return {
      count: found[0]?.count ?? 0,
      messages: found.map(
        ({ provider, disputeId, state, currency, expected, booked }) =>
          `The chargeback ${disputeId} of ${provider} is ${state} over ${expected} cents of ${currency}; ${booked} are booked.`,
      ),
    }
  },
}

/** Checks that unapplied balances equal receipts, less their refunds and chargebacks. */
export const unappliedMoneyCheck: LedgerCheck = {
  name: 'unapplied_adds_up',
  rule: 'Unapplied money equals receipts without an order, less refunds and chargebacks. Money applied to an order leaves none.',
  find: async (db, most) => {
    const found = await listUnappliedMismatches(db, most)
    return {
      count: found[0]?.count ?? 0,
      messages: found.map(
        ({ provider, externalId, currency, expected, booked }) =>
          `Of the receipt ${externalId} of ${provider} ${expected} cents of ${currency} should wait; the ledger has ${booked}.`,
      ),
    }
  },
}

/** Checks that each refund is in the ledger at its amount, and reversed ones are not. */
export const refundsBookedCheck: LedgerCheck = {
  name: 'refunds_booked',
  rule: 'Each refund is posted at its amount, and undone refunds are reversed.',
  find: async (db, most) => {
    const found = await listUnbookedRefunds(db, most)
    return {
      count: found[0]?.count ?? 0,
      messages: found.map(
        ({ refund, currency, amount, booked }) =>
          `The refund ${refund} is over ${formatMoney(amount, currency)}; ${formatMoney(booked, currency)} is booked.`,
      ),
    }
  },
}

/** Checks that the marketplace's losses match each order's refunds and chargebacks. */
export const marketplaceLiabilityCheck: LedgerCheck = {
  name: 'shop_bears',
  rule: 'Each order’s goodwill and chargeback loss equal the marketplace’s share of its refunds and chargebacks.',
  find: async (db, most) => {
    const found = await listLiabilityMismatches(db, most)
    return {
      count: found[0]?.count ?? 0,
      messages: found.map(
        ({ order, currency, expected, booked }) =>
          `Of the order ${order} the marketplace should bear ${formatMoney(expected, currency)}; the ledger has ${formatMoney(booked, currency)}.`,
      ),
    }
  },
}

/** Checks that the tax payable equals the tax on the remaining commission. */
export const taxCheck: LedgerCheck = {
  name: 'tax_adds_up',
  rule: 'Tax payable equals the tax on earnings, less refunded tax.',
  find: async (db, most) => {
    const found = await listTaxMismatches(db, most)
    return {
      count: found[0]?.count ?? 0,
      messages: found.map(
        ({ currency, expected, booked }) =>
          `${formatMoney(expected, currency)} of tax should be payable; the ledger has ${formatMoney(booked, currency)}.`,
      ),
    }
  },
}
