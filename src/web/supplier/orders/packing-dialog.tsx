import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { getTimeZone } from '#web/console/data/format.ts'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { type PackingDocument, printPackingDocuments } from './print-documents.ts'

const DOCUMENTS: readonly Readonly<{ id: PackingDocument; label: string }>[] = [
  { id: 'pick_list', label: 'Pick list: what to take from the shelves' },
  { id: 'slips', label: 'Packing slips, one for each order' },
  { id: 'labels', label: 'Shipping labels, where you have bought them' },
]

/** How many orders one file of documents holds. */
const MAX_ORDERS = 100

/** Prints the documents of all orders that are to be shipped today or are late, as one file. */
export function PackingDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [documents, setDocuments] = useState<readonly PackingDocument[]>(['pick_list', 'slips', 'labels'])
  const query = useQuery({
    queryKey: ['supplier', 'orders', 'to-pack'],
    queryFn: ({ signal }) => listOrdersToPack(signal),
    enabled: isOpen,
  })
  const orders = query.data ?? []

  function toggle(paper: PackingDocument): void {
    setDocuments(documents.includes(paper) ? documents.filter((one) => one !== paper) : [...documents, paper])
  }

  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Pack today’s orders"
      text="One PDF for all orders that are late or to ship today, the most urgent first."
      submitLabel="Print"
      canSubmit={orders.length > 0 && documents.length > 0}
      onSubmit={() =>
        printPackingDocuments(
          orders.map(({ id }) => id),
          documents,
        )
      }
      explain={(error) =>
        explainError(error, 'We couldn’t make the documents. Please try again in a moment.')
      }
    >
      <Loaded query={query} skeleton={<p className="text-sm text-ink-soft">Counting …</p>}>
        {(found) => (
          <p className="text-sm">
            {found.length === 1 ? '1 order' : `${found.length} orders`},{' '}
            {found.reduce((sum, { left }) => sum + left, 0)} items.
            {found.length === MAX_ORDERS && ' These are the 100 most urgent ones.'}
          </p>
        )}
      </Loaded>
      <fieldset className="flex flex-col gap-2.5">
        <legend className="mb-2 text-sm font-semibold">Documents</legend>
        {DOCUMENTS.map(({ id, label }) => (
          <Checkbox key={id} label={label} checked={documents.includes(id)} onChange={() => toggle(id)} />
        ))}
      </fieldset>
    </FormDialog>
  )
}

async function listOrdersToPack(signal: AbortSignal) {
  const pages = await Promise.all(
    (['late', 'to_ship_today'] as const).map((view) =>
      call(
        'GET /supplier/orders',
        { query: { view, sort: 'ship_by', pageSize: MAX_ORDERS, timeZone: getTimeZone() } },
        { signal },
      ),
    ),
  )
  return pages.flatMap(({ orders }) => orders).slice(0, MAX_ORDERS)
}
