import { useState } from 'react'
import { explainError } from '#web/app/calls/api.ts'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { type PackingDocument, printPackingDocuments } from './print-documents.ts'

const DOCUMENTS: readonly Readonly<{ id: PackingDocument; label: string }>[] = [
  { id: 'pick_list', label: 'Pick list with all items to collect' },
  { id: 'slips', label: 'Packing slips, one for each order' },
  { id: 'labels', label: 'Shipping labels, if already bought' },
]

/** Renders the dialog that prints the documents of orders as one file, in the order of the list. */
export function PackingDialog(props: { orders: readonly string[]; isOpen: boolean; onClose: () => void }) {
  const { orders, isOpen, onClose } = props
  const [documents, setDocuments] = useState<readonly PackingDocument[]>(['pick_list', 'slips', 'labels'])

  function toggle(paper: PackingDocument): void {
    setDocuments(documents.includes(paper) ? documents.filter((one) => one !== paper) : [...documents, paper])
  }

  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={
        orders.length === 1
          ? 'Print the documents of 1 order'
          : `Print the documents of ${orders.length} orders`
      }
      text="One PDF, most urgent orders first. Scan the codes on slips and pick lists while packing."
      submitLabel="Print"
      canSubmit={orders.length > 0 && documents.length > 0}
      onSubmit={() => printPackingDocuments(orders, documents)}
      explain={(error) =>
        explainError(error, 'We couldn’t create the documents. Please try again in a moment.')
      }
    >
      <fieldset className="flex flex-col gap-2.5">
        <legend className="mb-2 text-sm font-semibold">Documents</legend>
        {DOCUMENTS.map(({ id, label }) => (
          <Checkbox key={id} label={label} checked={documents.includes(id)} onChange={() => toggle(id)} />
        ))}
      </fieldset>
    </FormDialog>
  )
}
