import { useState } from 'react'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { randomUuid } from '#web/shared/forms/random-uuid.ts'
import { TextArea } from '#web/ui/field.tsx'
import { countPicked, pickAllLeft, toUnitLines, UnitPicker } from '#web/console/parts/unit-picker.tsx'
import { useOrderAnswer } from '../use-order-action.ts'

/** Renders the dialog that tells a pickup buyer where and when to collect items. */
export function CollectionDialog(props: {
  order: SupplierOrderViewData
  isOpen: boolean
  onClose: () => void
}) {
  const { order, isOpen, onClose } = props
  const [where, setWhere] = useState('')
  const [picked, setPicked] = useState(() => pickAllLeft(order))
  const [idempotencyKey] = useState(randomUuid)
  const show = useOrderAnswer()
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Ready to collect"
      text="The buyer gets an email with the place, the time and a code to show."
      submitLabel="Tell the buyer"
      canSubmit={where.trim().length >= 5 && countPicked(picked) > 0}
      onSubmit={async () => {
        const lines = toUnitLines(order, picked)
        show(
          await call('POST /supplier/orders/{id}/ready', {
            params: { id: order.id },
            body: { where, ...(lines ? { lines } : {}), idempotencyKey, version: order.version },
          }),
        )
      }}
      explain={(error) => explainError(error, 'We couldn’t notify the buyer. Please try again in a moment.')}
    >
      <TextArea
        label="Where and when"
        hint="For example: 71 Duxton Road, Monday to Friday, 10 am to 6 pm."
        rows={3}
        maxLength={500}
        value={where}
        onChange={(event) => setWhere(event.target.value)}
      />
      {countPicked(pickAllLeft(order)) > 1 && (
        <UnitPicker legend="Items that are ready" order={order} picked={picked} onChange={setPicked} />
      )}
    </FormDialog>
  )
}
