import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { consoleQueries, Loaded } from '#web/console/data/console-data.tsx'
import { formatMoney } from '#web/console/data/format.ts'
import { withPassword } from '#web/console/frame/password-prompt.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { NEW_REFUND, parseRefund, RefundFields } from '#web/console/parts/refund-scope.tsx'
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
      <RefundStatus orderId={props.order.id} />
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

function RefundStatus({ orderId }: { orderId: string }) {
  const status = useQuery({
    queryKey: ['supplier', 'refunds', orderId],
    queryFn: ({ signal }) =>
      call('GET /supplier/orders/{id}/refunds', { params: { id: orderId } }, { signal }),
  })
  return (
    <Loaded query={status} skeleton={<p className="text-sm text-ink-soft">Loading the remaining amount …</p>}>
      {({ balance }) => (
        <p className="text-sm">
          {formatMoney(balance.left / 100)} of {formatMoney(balance.paid / 100)} can still be refunded
          {balance.shippingLeft > 0 && `, ${formatMoney(balance.shippingLeft / 100)} of it for shipping`}.
          {balance.byHand !== null && ` ${balance.byHand}`}
        </p>
      )}
    </Loaded>
  )
}
