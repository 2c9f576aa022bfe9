import type { LedgerCheck } from '#features/ledger/service.ts'
import { listUnsharedReceipts } from './audit-queries.ts'

/** That money which pays a purchase is shared among its supplier orders to the cent. */
export const allocationsCheck: LedgerCheck = {
  name: 'payments_allocated',
  rule: 'What each payment brought is shared among its orders to the cent.',
  find: async (db, most) => {
    const found = await listUnsharedReceipts(db, most)
    return {
      count: found[0]?.count ?? 0,
      inWords: found.map(
        ({ provider, externalId, currency, amount, shared }) =>
          `The receipt ${externalId} of ${provider} is ${amount} cents of ${currency}, its shares are ${shared}.`,
      ),
    }
  },
}
