import { useState } from 'react'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { formatMoney } from '#web/console/data/format.ts'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Checkbox, TextArea } from '#web/ui/field.tsx'
import { useOrderAnswer } from '../use-order-action.ts'

/** Renders the dialog that cancels unshipped items, with the refund to the buyer. */
export function CancelDialog(props: { order: SupplierOrderViewData; isOpen: boolean; onClose: () => void }) {
  const { order, isOpen, onClose } = props
  const [reason, setReason] = useState('')
  const [isOutOfStock, setIsOutOfStock] = useState(false)
  const show = useOrderAnswer()
  const left = order.lines.reduce((sum, line) => sum + line.left, 0)
  const worth = order.lines.reduce((sum, line) => sum + line.left * line.unitPrice, 0)
  const isWhole = order.parcels.length === 0
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={isWhole ? 'Cancel this order?' : 'Cancel what isn’t shipped?'}
      text={`${left === 1 ? '1 item' : `${left} items`} worth ${formatMoney(worth)} ${
        isWhole && order.shippingAmount > 0 ? `and ${formatMoney(order.shippingAmount)} shipping ` : ''
      }won’t be sent; the buyer is refunded. This counts in your reliability and can’t be undone.`}
      submitLabel="Cancel and refund"
      variant="danger"
      canSubmit={reason.trim().length >= 3}
      onSubmit={async () =>
        show(
          await call('POST /supplier/orders/{id}/cancel', {
            params: { id: order.id },
            body: { reason, outOfStock: isOutOfStock, version: order.version },
          }),
        )
      }
      explain={(error) => explainError(error, 'We couldn’t cancel the order. Please try again in a moment.')}
    >
      <TextArea
        label="Reason (the buyer sees it)"
        rows={3}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Checkbox
        label="The items are out of stock: don’t put them back on sale"
        checked={isOutOfStock}
        onChange={(event) => setIsOutOfStock(event.target.checked)}
      />
    </FormDialog>
  )
}
