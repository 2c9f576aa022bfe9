import { CreditCard, RotateCw, Send } from 'lucide'
import { useState } from 'react'
import type { ShopOrderData } from '#features/stores/shop-orders/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { formatMoney } from '#web/console/data/format.ts'
import { useCan } from '#web/console/frame/business.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { PayDialog } from './pay-dialog.tsx'
import { getCostCurrency } from '../orders/order-status.ts'
import { useOrderAction } from './use-order-action.ts'

/** Renders the vendor's current actions on a whole order. */
export function OrderActions({ order }: { order: ShopOrderData }) {
  const [dialog, setDialog] = useState<'pay' | 'approve' | 'cancel'>()
  const action = useOrderAction()
  const can = useCan()
  const params = { id: order.id }
  const close = () => setDialog(undefined)
  const currency = getCostCurrency(order)
  const due = order.quote?.total ?? (order.state === 'to_pay' ? order.cost : null)
  const isHeld = order.supplierOrders.some(({ state }) => state === 'paid_hold')
  const isBeyondLimits = order.reasons.some(({ code }) => LIMITS.includes(code)) && order.cost !== null
  const isUnsupplied = order.lines.some(({ reason }) => reason?.code === 'not_supplied')
  const canCancel =
    order.origin !== 'store' &&
    order.shopState === 'paid' &&
    CANCELLABLE.includes(order.state) &&
    (order.state !== 'in_progress' || order.supplierOrders.some(isCancellable))
  if (!can('orders:write')) return null
  return (
    <>
      {canCancel && <Action onClick={() => setDialog('cancel')}>Cancel order</Action>}
      {isUnsupplied && (
        <Action
          icon={RotateCw}
          busy={action.isPending}
          onClick={() => action.mutate(() => call('POST /vendor/orders/{id}/reorder', { params }))}
        >
          Order again
        </Action>
      )}
      {isBeyondLimits && (
        <Action variant="primary" onClick={() => setDialog('approve')}>
          Approve {formatMoney(order.cost ?? 0, currency)}
        </Action>
      )}
      {isHeld && (
        <Action
          variant={due === null ? 'primary' : 'outline'}
          icon={Send}
          busy={action.isPending}
          onClick={() => action.mutate(() => call('POST /vendor/orders/{id}/forward', { params }))}
        >
          Forward now
        </Action>
      )}
      {due !== null && (
        <Action variant="primary" icon={CreditCard} onClick={() => setDialog('pay')}>
          Pay {formatMoney(due, currency)}
        </Action>
      )}
      {dialog === 'pay' && due !== null && (
        <PayDialog
          orders={{ ids: [order.id], total: due, currency, isPractice: order.isPractice }}
          onClose={close}
        />
      )}
      {dialog === 'approve' && <ApproveDialog order={order} onClose={close} />}
      {dialog === 'cancel' && <CancelDialog order={order} onClose={close} />}
    </>
  )
}

/** Codes of the vendor's own limits, which an approval overrides. */
const LIMITS: readonly string[] = ['max_cost', 'margin', 'no_rate']

/** States in which a manual order can still be cancelled. */
const CANCELLABLE: readonly ShopOrderData['state'][] = ['received', 'to_pay', 'blocked', 'in_progress']

/** Returns whether a supplier order can be cancelled, or its supplier asked to; nobody can once it is shipped. */
function isCancellable({ actions }: ShopOrderData['supplierOrders'][number]): boolean {
  return actions.includes('cancel') || actions.includes('ask_cancel')
}

function CancelDialog({ order, onClose }: { order: ShopOrderData; onClose: () => void }) {
  const action = useOrderAction()
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Cancel this order?"
      text="Items that suppliers haven’t accepted are cancelled immediately and refunded the way you paid. For accepted items, we ask the supplier to cancel."
      submitLabel="Cancel order"
      variant="danger"
      onSubmit={async () => {
        await action.mutateAsync(() =>
          call('POST /vendor/manual-orders/{id}/cancel', { params: { id: order.id } }),
        )
      }}
      explain={(error) => explainError(error, 'We couldn’t cancel it. Please try again in a moment.')}
    />
  )
}

function ApproveDialog({ order, onClose }: { order: ShopOrderData; onClose: () => void }) {
  const action = useOrderAction()
  const { cost, profit } = order
  const currency = getCostCurrency(order)
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Approve the cost?"
      text={`This order costs ${formatMoney(cost ?? 0, currency)}${
        profit === null ? '' : ` and leaves ${formatMoney(profit, currency)}`
      }. That’s beyond your limits; approving lets this one order through.`}
      submitLabel="Approve"
      onSubmit={async () => {
        await action.mutateAsync(() =>
          call('POST /vendor/orders/{id}/approve', { params: { id: order.id }, body: { cost: cost ?? 0 } }),
        )
      }}
      explain={(error) => explainError(error, 'We couldn’t approve it. Please try again in a moment.')}
    />
  )
}
