import type { LedgerCheck } from '#features/money/ledger/service.ts'
import { formatMoney } from '#core/money.ts'
import { listMispostedLabels, listMisallocatedReceipts } from './audit-queries.ts'

/** Checks that each receipt is shared among its supplier orders and the vendor's wallet to the cent. */
export const allocationsCheck: LedgerCheck = {
  name: 'payments_allocated',
  rule: 'Each payment is split to the cent among its orders and the payer’s wallet.',
  find: async (db, most) => {
    const receipts = await listMisallocatedReceipts(db, most)
    return {
      count: receipts[0]?.count ?? 0,
      messages: receipts.map(
        ({ provider, externalId, currency, amount, shared }) =>
          `The receipt ${externalId} of ${provider} is ${formatMoney(amount, currency)}, its shares are ${formatMoney(shared, currency)}.`,
      ),
    }
  },
}

/**
 * Checks that each label is booked at its cost, and refunded ones not at all. A label with a refused refund must be
 * booked.
 */
export const labelsCheck: LedgerCheck = {
  name: 'labels_booked',
  rule: 'Each bought label is posted at its cost, reversed when refunded, and posted again if the carrier declines the refund.',
  find: async (db, most) => {
    const labels = await listMispostedLabels(db, most)
    return {
      count: labels[0]?.count ?? 0,
      messages: labels.map(
        ({ label, currency, cost, booked }) =>
          `The label ${label} costs ${formatMoney(cost, currency)}; ${formatMoney(booked, currency)} is booked.`,
      ),
    }
  },
}
