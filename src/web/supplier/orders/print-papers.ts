import { sendWithSession } from '#web/app/calls/api.ts'
import { openFile } from '#web/console/data/open-file.ts'

/** A paper for packing, by the name that calls use. */
export type PackingPaper = 'pick_list' | 'slips' | 'labels'

/** Opens one PDF with the papers of orders in a new tab. Throws the server's refusal. */
export async function printPackingPapers(
  orders: readonly string[],
  papers: readonly PackingPaper[] = ['pick_list', 'slips', 'labels'],
): Promise<void> {
  await openFile(
    () =>
      sendWithSession('/supplier/packing-papers', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ orders, papers }),
      }),
    'packing-papers.pdf',
  )
}
