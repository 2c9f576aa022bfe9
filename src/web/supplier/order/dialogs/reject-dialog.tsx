import { useState } from 'react'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import type { InputOf } from '#web/app/calls/endpoints.ts'
import { formatMoney } from '#web/console/data/format.ts'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Select, TextArea } from '#web/ui/field.tsx'
import { countPicked, pickAllLeft, toUnitLines, UnitPicker } from '#web/console/parts/unit-picker.tsx'
import { useOrderAnswer } from '../use-order-action.ts'

type Reason = InputOf<'POST /supplier/orders/{id}/reject'>['body']['reason']

const REASONS: readonly Readonly<{ value: Reason; label: string }>[] = [
  { value: 'out_of_stock', label: 'Out of stock' },
  { value: 'price', label: 'The price was wrong' },
  { value: 'address', label: 'Can’t deliver to this address' },
  { value: 'other', label: 'Another reason' },
]

/** Renders the dialog that rejects lines of an order, with the refund to the buyer. */
export function RejectDialog(props: { order: SupplierOrderViewData; isOpen: boolean; onClose: () => void }) {
  const { order, isOpen, onClose } = props
  const [picked, setPicked] = useState(() => pickAllLeft(order))
  const [reason, setReason] = useState<Reason>('out_of_stock')
  const [note, setNote] = useState('')
  const show = useOrderAnswer()
  const count = countPicked(picked)
  const worth = order.lines.reduce((sum, { line, unitPrice }) => sum + (picked[line] ?? 0) * unitPrice, 0)
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Reject items"
      text={`We refund ${formatMoney(worth)} to the buyer. The rest of the order continues. Rejected items count toward your reliability.`}
      submitLabel={count === 1 ? 'Reject 1 item' : `Reject ${count} items`}
      variant="danger"
      canSubmit={count > 0 && (reason !== 'other' || note.trim() !== '')}
      onSubmit={async () => {
        const lines = toUnitLines(order, picked)
        show(
          await call('POST /supplier/orders/{id}/reject', {
            params: { id: order.id },
            body: { reason, note, ...(lines ? { lines } : {}), version: order.version },
          }),
        )
      }}
      explain={(error) => explainError(error, 'We couldn’t reject the items. Please try again in a moment.')}
    >
      <UnitPicker legend="Items to reject" order={order} picked={picked} onChange={setPicked} />
      <Select
        label="Reason"
        value={reason}
        hint={reason === 'out_of_stock' ? 'These items won’t go back on sale.' : undefined}
        onChange={(event) => {
          const found = REASONS.find(({ value }) => value === event.target.value)
          if (found) setReason(found.value)
        }}
      >
        {REASONS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <TextArea
        label="Note to the buyer (optional)"
        rows={2}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  )
}
