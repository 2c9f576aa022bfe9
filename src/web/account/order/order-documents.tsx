import type { TrackedOrderData } from '#features/sales/checkout/contract.ts'
import { formatCents, parseCents } from '#core/money.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'

/** Renders the documents of an order: a print view, its invoice, and credit notes. */
export function OrderDocuments({ order }: { order: TrackedOrderData }) {
  return (
    <div className="print:hidden">
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => window.print()}>
          Print this order
        </Button>
        {order.invoice !== null && (
          <a
            href={order.invoice}
            target="_blank"
            rel="noopener"
            className={buttonClass({ variant: 'outline' })}
          >
            {order.invoiceNumber === null ? 'Invoice' : `Invoice ${order.invoiceNumber}`}
            <PdfHint />
          </a>
        )}
      </div>
      {order.creditNotes.length > 0 && <CreditNotes notes={order.creditNotes} />}
    </div>
  )
}

function CreditNotes({ notes }: { notes: TrackedOrderData['creditNotes'] }) {
  return (
    <ul className="mt-5 flex flex-col text-sm">
      {notes.map(({ number, path, amount }) => (
        <li key={number} className="flex items-center justify-between gap-4 border-t border-line">
          <a
            href={path}
            target="_blank"
            rel="noopener"
            className="text-link inline-flex min-h-11 items-center gap-1"
          >
            Credit note <span className="whitespace-nowrap">{number}</span>
            <PdfHint />
          </a>
          <span className="tabular-nums">{formatCents(parseCents(amount) ?? 0)}</span>
        </li>
      ))}
    </ul>
  )
}

function PdfHint() {
  return <span className="sr-only"> (opens a PDF in a new window)</span>
}
