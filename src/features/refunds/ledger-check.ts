import type { LedgerCheck } from '#features/ledger/service.ts'
import {
  listEndedWithEscrow,
  listUnbalancedOrders,
  listUnbalancedSuppliers,
  listUnbookedReceipts,
} from './audit-queries.ts'

/** That each order's money is where it belongs: what of it was not earned, and its commission. */
export const orderMoneyCheck: LedgerCheck = {
  name: 'orders_add_up',
  rule: 'What of each order was paid and not earned, and its commission, less what of both went back, is what stands in the ledger.',
  find: async (db, most) => {
    const found = await listUnbalancedOrders(db, most)
    return {
      count: found[0]?.count ?? 0,
      inWords: found.map(
        ({ order, currency, expected, booked }) =>
          `The order ${order} should have ${expected} cents of ${currency} in escrow and commission; the ledger has ${booked}.`,
      ),
    }
  },
}

/** That an order that is over has nothing left in escrow. */
export const endedOrdersCheck: LedgerCheck = {
  name: 'ended_orders_empty',
  rule: 'An order that is over has nothing left in escrow.',
  find: async (db, most) => {
    const found = await listEndedWithEscrow(db, most)
    return {
      count: found[0]?.count ?? 0,
      inWords: found.map(
        ({ order, state, currency, amount }) =>
          `The order ${order} is ${state} and has ${amount} cents of ${currency} in escrow.`,
      ),
    }
  },
}

/** That all money that came is in the ledger. */
export const receiptsBookedCheck: LedgerCheck = {
  name: 'receipts_booked',
  rule: 'All money that came is booked.',
  find: async (db, most) => {
    const found = await listUnbookedReceipts(db, most)
    return {
      count: found[0]?.count ?? 0,
      inWords: found.map(
        ({ provider, externalId, currency, amount }) =>
          `The receipt ${externalId} of ${provider}, ${amount} cents of ${currency}, is not booked.`,
      ),
    }
  },
}

/** That each supplier has what it earned, less what it bore of what went back. */
export const supplierMoneyCheck: LedgerCheck = {
  name: 'suppliers_add_up',
  rule: 'What a supplier has earned, less what it bore of refunds and chargebacks, is what it was paid, has and does not owe.',
  find: async (db, most) => {
    const found = await listUnbalancedSuppliers(db, most)
    return {
      count: found[0]?.count ?? 0,
      inWords: found.map(
        ({ supplier, currency, expected, booked }) =>
          `The supplier ${supplier} should have had ${expected} cents of ${currency}; the ledger has given it ${booked}.`,
      ),
    }
  },
}
