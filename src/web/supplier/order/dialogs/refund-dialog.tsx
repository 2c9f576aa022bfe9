import { useState } from 'react'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { consoleQueries } from '#web/console/data/console-data.tsx'
import { withPassword } from '#web/console/frame/password-prompt.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { NEW_REFUND, parseRefund, RefundBalance, RefundFields } from '#web/console/parts/refund-scope.tsx'
import { randomUuid } from '#web/shared/forms/random-uuid.ts'
import { TextArea } from '#web/ui/field.tsx'

/**
 * Renders the dialog that refunds shipped items at the supplier's cost. It refunds everything that is left, the
 * shipping, or an amount.
 */
export function RefundDialog(props: { order: SupplierOrderViewData; isOpen: boolean; onClose: () => void }) {
  const [draft, setDraft] = useState(NEW_REFUND)
  const [reason, setReason] = useState('')
  const [idempotencyKey] = useState(randomUuid)
  const what = parseRefund(draft)
  return (
    <FormDialog
      {...props}
      title="Refund the buyer"
      text="We refund the original payment method out of your earnings. This can’t be undone."
      submitLabel="Refund"
      variant="danger"
      canSubmit={what !== undefined && reason.trim().length >= 3}
      onSubmit={async () => {
        if (!what) return
        const { message } = await withPassword(() =>
          call('POST /supplier/orders/{id}/refunds', {
            params: { id: props.order.id },
            body: { what, reason, idempotencyKey },
          }),
        )
        toast.success(message)
        void consoleQueries.invalidateQueries({ queryKey: ['supplier'] })
      }}
      explain={(error) => explainError(error, 'We couldn’t refund this. Please try again in a moment.')}
    >
      <RefundBalance orderId={props.order.id} console="supplier" />
      <RefundFields draft={draft} onChange={setDraft} />
      <TextArea
        label="Reason (the buyer sees it)"
        rows={2}
        maxLength={400}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
