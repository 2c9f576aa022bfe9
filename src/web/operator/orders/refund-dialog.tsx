import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { withPassword } from '#web/console/frame/password-prompt.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { NEW_REFUND, parseRefund, RefundBalance, RefundFields } from '#web/console/parts/refund-scope.tsx'
import { randomUuid } from '#web/shared/forms/random-uuid.ts'
import { Checkbox, TextArea } from '#web/ui/field.tsx'

/**
 * Renders the dialog that refunds an order at the supplier's or the marketplace's cost. The refund is the whole rest,
 * the shipping, or an amount.
 */
export function RefundDialog({ order, onClose }: { order: SupplierOrderViewData; onClose: () => void }) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState(NEW_REFUND)
  const [reason, setReason] = useState('')
  const [byMarketplace, setByMarketplace] = useState(false)
  const [idempotencyKey] = useState(randomUuid)
  const what = parseRefund(draft)
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Refund the buyer"
      text={`We refund the original payment method. The refund comes out of ${
        byMarketplace
          ? 'the marketplace’s own money; the supplier keeps its earnings'
          : 'the supplier’s earnings'
      }. It can’t be undone.`}
      submitLabel="Refund"
      variant="danger"
      canSubmit={what !== undefined && reason.trim().length >= 3}
      onSubmit={async () => {
        if (!what) return
        const { message } = await withPassword(() =>
          call('POST /supplier/orders/{id}/refunds', {
            params: { id: order.id },
            body: { what, reason, byMarketplace, idempotencyKey },
          }),
        )
        toast.success(message)
        void queries.invalidateQueries({ queryKey: ['operator'] })
      }}
      explain={(error) => explainError(error, 'We couldn’t refund this. Please try again in a moment.')}
    >
      <RefundBalance orderId={order.id} console="operator" />
      <RefundFields draft={draft} onChange={setDraft} />
      <Checkbox
        label="The marketplace pays for it"
        checked={byMarketplace}
        onChange={(event) => setByMarketplace(event.target.checked)}
      />
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
