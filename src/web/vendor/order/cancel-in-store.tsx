import { useState } from 'react'
import type { ShopOrderData, StoreCancellationData } from '#features/stores/shop-orders/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { formatMoney } from '#web/console/data/format.ts'
import { useCan } from '#web/console/frame/business.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { EffectTrail } from '#web/console/parts/effect-trail.tsx'
import { Status, type StatusTone } from '#web/console/parts/status.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { useOrderAction } from './use-order-action.ts'

/** Renders the cancellation of an order in its store: its button, or its outcome with every attempt. */
export function CancelInStore({ order }: { order: ShopOrderData }) {
  const [isOpen, setIsOpen] = useState(false)
  const can = useCan()
  if (order.cancellation) return <Cancellation order={order} cancellation={order.cancellation} />
  if (!order.canCancelInStore || !can('orders:write')) return null
  return (
    <div className="mt-4">
      <Action isSmall onClick={() => setIsOpen(true)}>
        Cancel in your store
      </Action>
      {isOpen && <CancelDialog order={order} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

function CancelDialog({ order, onClose }: { order: ShopOrderData; onClose: () => void }) {
  const isShopify = order.platform === 'shopify'
  const [isRefunded, setIsRefunded] = useState(isShopify)
  const action = useOrderAction()
  const amount = formatMoney(order.total, order.currency)
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Cancel order ${order.number} in your store?`}
      text="The whole order is cancelled, which can’t be undone. Your store emails your customer as it does for every cancellation."
      submitLabel="Cancel order"
      closeLabel="Back"
      variant="danger"
      onSubmit={async () => {
        await action.mutateAsync(() =>
          call('POST /vendor/orders/{id}/cancel-in-store', {
            params: { id: order.id },
            body: { refundCustomer: isRefunded },
          }),
        )
      }}
      explain={(error) => explainError(error, 'We couldn’t cancel it. Please try again in a moment.')}
    >
      <ul className="flex list-disc flex-col gap-1 ps-5 text-sm">
        {describeSuppliers(order).map((text) => (
          <li key={text}>{text}</li>
        ))}
        {!isShopify && order.shopState === 'paid' && (
          <li>WooCommerce doesn’t refund your customer’s {amount}. Refund it in your store.</li>
        )}
      </ul>
      {isShopify && order.shopState === 'paid' && (
        <Checkbox
          label={`Refund your customer ${amount} the way they paid`}
          checked={isRefunded}
          onChange={({ target }) => setIsRefunded(target.checked)}
        />
      )}
    </FormDialog>
  )
}

/** Returns the effects of a cancellation at the order's suppliers. */
function describeSuppliers({ supplierOrders }: ShopOrderData): string[] {
  const texts = supplierOrders.flatMap(({ supplier, actions, total, refunded, currency }) => {
    const amount = formatMoney(total - refunded, currency)
    if (actions.includes('cancel')) return [`${supplier} doesn’t ship it, and you get ${amount} back.`]
    if (actions.includes('ask_cancel'))
      return [`${supplier} has accepted it. We ask them to cancel; if they agree, you get ${amount} back.`]
    return []
  })
  return texts.length > 0 ? texts : ['No supplier has it, so nothing is charged to you.']
}

function Cancellation({
  order,
  cancellation,
}: {
  order: ShopOrderData
  cancellation: StoreCancellationData
}) {
  const [isOpen, setIsOpen] = useState(false)
  const action = useOrderAction()
  const can = useCan()
  const { attempts, message, needsDecision, nextAttemptAt, state } = cancellation
  const [label, tone] = describeState(cancellation)
  const params = { id: order.id }
  const retry = () =>
    action.mutate(() =>
      call('POST /vendor/orders/{id}/cancel-in-store', { params, body: { refundCustomer: false } }),
    )
  return (
    <div className="mt-4 flex flex-col gap-2 border-t border-line pt-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Status tone={tone}>{label}</Status>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="text-link min-h-6 text-xs"
        >
          {attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`}
        </button>
      </div>
      {message !== null && !isOpen && <p className="text-xs wrap-anywhere text-ink-soft">{message}</p>}
      {isOpen && <EffectTrail attempts={attempts} nextAttemptAt={nextAttemptAt} />}
      {needsDecision && can('orders:write') && (
        <div className="flex flex-wrap gap-2">
          <Action isSmall busy={action.isPending} onClick={retry}>
            Try again
          </Action>
          {state === 'refused' && (
            <Action
              isSmall
              busy={action.isPending}
              onClick={() => action.mutate(() => call('POST /vendor/orders/{id}/keep', { params }))}
            >
              Continue the order
            </Action>
          )}
        </div>
      )}
    </div>
  )
}

function describeState({
  state,
  needsDecision,
}: StoreCancellationData): readonly [label: string, tone: StatusTone] {
  if (state === 'done') return ['Cancelled in your store', 'good']
  if (needsDecision)
    return [state === 'unknown' ? 'Maybe cancelled in your store' : 'Not cancelled in your store', 'bad']
  return state === 'unknown'
    ? ['No response from your store, retrying', 'wait']
    : ['Cancelling in your store', 'plain']
}
