import { sendWithSession } from '#web/app/calls/api.ts'
import { openFile } from '#web/app/calls/open-file.ts'

/** A document for packing, by its name in calls. */
export type PackingDocument = 'pick_list' | 'slips' | 'labels'

/** Opens one PDF with the documents of orders in a new tab. Throws the server's refusal. */
export async function printPackingDocuments(
  orders: readonly string[],
  documents: readonly PackingDocument[] = ['pick_list', 'slips', 'labels'],
): Promise<void> {
  await openFile(
    () =>
      sendWithSession('/supplier/packing-documents', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ orders, documents }),
      }),
    'packing-documents.pdf',
  )
}
