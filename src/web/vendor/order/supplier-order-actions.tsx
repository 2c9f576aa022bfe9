import { useState } from 'react'
import type { VendorSupplierOrderData } from '#features/stores/shop-orders/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { formatMoney } from '#web/console/data/format.ts'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { countPicked, type PickedUnits, UnitPicker } from '#web/console/parts/unit-picker.tsx'
import { Field } from '#web/ui/field.tsx'
import { useOrderAction } from './use-order-action.ts'

type SupplierOrder = VendorSupplierOrderData

/** Renders a vendor's actions on a supplier order. */
export function SupplierOrderActions({ supplierOrder }: { supplierOrder: SupplierOrder }) {
  const [dialog, setDialog] = useState<'all' | 'items'>()
  const close = () => setDialog(undefined)
  const action = useOrderAction()
  const act = (name: 'keep' | 'received') =>
    action.mutate(() =>
      call('POST /vendor/supplier-orders/{id}/{action}', {
        params: { id: supplierOrder.id, action: name },
        body: {},
      }),
    )
  const mayCancel = supplierOrder.actions.includes('cancel')
  const mayAsk = supplierOrder.actions.includes('ask_cancel')
  if (
    !mayCancel &&
    !mayAsk &&
    !supplierOrder.actions.includes('keep') &&
    !supplierOrder.actions.includes('deliver')
  )
    return null
  return (
    <div className="flex flex-wrap gap-2">
      {(mayCancel || mayAsk) && (
        <>
          <Action isSmall onClick={() => setDialog('all')}>
            {mayCancel ? 'Cancel and refund' : 'Request cancellation'}
          </Action>
          {countLeft(supplierOrder) > 1 && (
            <Action isSmall onClick={() => setDialog('items')}>
              Cancel items
            </Action>
          )}
        </>
      )}
      {supplierOrder.actions.includes('keep') && (
        <Action isSmall busy={action.isPending} onClick={() => act('keep')}>
          Withdraw the request
        </Action>
      )}
      {supplierOrder.actions.includes('deliver') && (
        <Action isSmall busy={action.isPending} onClick={() => act('received')}>
          Mark as delivered
        </Action>
      )}
      {dialog === 'all' && (
        <CancelDialog supplierOrder={supplierOrder} isAtOnce={mayCancel} onClose={close} />
      )}
      {dialog === 'items' && (
        <CancelItemsDialog supplierOrder={supplierOrder} isAtOnce={mayCancel} onClose={close} />
      )}
    </div>
  )
}

function CancelDialog(props: { supplierOrder: SupplierOrder; isAtOnce: boolean; onClose: () => void }) {
  const { supplierOrder, isAtOnce, onClose } = props
  const [reason, setReason] = useState('')
  const action = useOrderAction()
  const back = formatMoney(supplierOrder.total - supplierOrder.refunded, supplierOrder.currency)
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={isAtOnce ? 'Cancel this part of the order?' : 'Request a cancellation?'}
      text={
        isAtOnce
          ? `${supplierOrder.supplier} won’t ship it, and we refund ${back} the way you paid. Your customer’s order in your store doesn’t change.`
          : `${supplierOrder.supplier} has accepted it and will decide. If they agree, we refund you for unshipped items.`
      }
      submitLabel={isAtOnce ? 'Cancel and refund' : 'Request cancellation'}
      closeLabel="Back"
      variant="danger"
      onSubmit={async () => {
        const body = reason.trim() === '' ? {} : { reason }
        await action.mutateAsync(() =>
          call('POST /vendor/supplier-orders/{id}/{action}', {
            params: { id: supplierOrder.id, action: 'cancel' },
            body,
          }),
        )
      }}
      explain={(error) => explainError(error, 'We couldn’t cancel it. Please try again in a moment.')}
    >
      <Field
        label="Reason (optional)"
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}

/** Returns the lines of a supplier order that have unshipped units. */
function listPickable({ lines }: SupplierOrder) {
  return lines.map((line) => ({ ...line, left: line.quantity - line.shipped - line.withdrawn }))
}

const countLeft = (supplierOrder: SupplierOrder) =>
  listPickable(supplierOrder).reduce((sum, { left }) => sum + left, 0)

function CancelItemsDialog(props: { supplierOrder: SupplierOrder; isAtOnce: boolean; onClose: () => void }) {
  const { supplierOrder, isAtOnce, onClose } = props
  const [picked, setPicked] = useState<PickedUnits>({})
  const [reason, setReason] = useState('')
  const action = useOrderAction()
  const lines = listPickable(supplierOrder)
  const count = countPicked(picked)
  const worth = lines.reduce((sum, { line, unitPrice }) => sum + (picked[line] ?? 0) * unitPrice, 0)
  const amount = `${formatMoney(worth, supplierOrder.currency)} for the items and their share of the shipping`
  const items = count === 1 ? '1 item' : `${count} items`
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={isAtOnce ? 'Cancel items?' : 'Request the cancellation of items?'}
      text={
        isAtOnce
          ? `${supplierOrder.supplier} won’t ship them, and we refund ${amount}. Your customer’s order in your store doesn’t change: remove or refund the items there, too.`
          : `${supplierOrder.supplier} has accepted the order and will decide. If they agree, we refund ${amount}. Then remove or refund the items in your store, too.`
      }
      submitLabel={isAtOnce ? `Cancel ${items}` : `Request for ${items}`}
      closeLabel="Back"
      variant="danger"
      canSubmit={count > 0}
      onSubmit={async () => {
        await action.mutateAsync(() =>
          call('POST /vendor/supplier-orders/{id}/items/cancel', {
            params: { id: supplierOrder.id },
            body: {
              items: Object.entries(picked)
                .filter(([, quantity]) => quantity > 0)
                .map(([line, quantity]) => ({ line: Number(line), quantity })),
              ...(reason.trim() === '' ? {} : { reason }),
            },
          }),
        )
      }}
      explain={(error) => explainError(error, 'We couldn’t cancel the items. Please try again in a moment.')}
    >
      <UnitPicker legend="Items to cancel" order={{ lines }} picked={picked} onChange={setPicked} />
      <Field
        label="Reason (optional)"
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
