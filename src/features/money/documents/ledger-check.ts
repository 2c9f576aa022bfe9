import type { LedgerCheck } from '#features/money/ledger/service.ts'
import { listBrokenSeries } from './series-queries.ts'

/** Checks that invoices and credit notes are numbered in sequence. */
export const documentsCheck: LedgerCheck = {
  name: 'documents_in_sequence',
  rule: 'Invoice and credit note numbers increase by one in each sequence, without gaps.',
  find: async (db, most) => {
    const brokenSeries = await listBrokenSeries(db, most)
    return {
      count: brokenSeries[0]?.count ?? 0,
      messages: brokenSeries.map(
        ({ series, last, documents }) =>
          `${series} has given ${last} numbers and has ${documents} documents.`,
      ),
    }
  },
}
