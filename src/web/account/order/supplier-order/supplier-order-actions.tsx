import { useState } from 'react'
import type { TrackedOrderData } from '#features/sales/checkout/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { useFocusOnMount } from '#web/ui/use-focus-on-mount.ts'

type SupplierOrder = TrackedOrderData['supplierOrders'][number]
/** An action of a supplier order; cases have their own form. */
type SupplierOrderAction = Exclude<SupplierOrder['actions'][number], 'open_case'>

/** The supplier order and purchase of the actions, and the callback after a change. */
export type SupplierOrderProps = Readonly<{
  purchaseId: string
  supplierOrder: SupplierOrder
  onChanged: () => void
}>

/** The delivery of an order: shipped or picked up. */
export type ShippingMethod = TrackedOrderData['shippingMethod']

/** Renders the shopper's actions on a supplier order, each with a confirmation. */
export function SupplierOrderActions({
  purchaseId,
  supplierOrder,
  method,
  onChanged,
}: SupplierOrderProps & Readonly<{ method: ShippingMethod }>) {
  const textsFor = (action: SupplierOrderAction) =>
    action === 'deliver' ? RECEIPT_TEXTS[method] : ACTION_TEXTS[action]
  const [openAction, setOpenAction] = useState<SupplierOrderAction>()
  const actions = supplierOrder.actions.filter((action) => action !== 'open_case')
  if (actions.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-4 md:px-7 print:hidden">
      {openAction !== undefined && actions.includes(openAction) ? (
        <ActionConfirmation
          purchaseId={purchaseId}
          supplierOrder={supplierOrder}
          action={openAction}
          texts={textsFor(openAction)}
          onChanged={() => {
            setOpenAction(undefined)
            onChanged()
          }}
          onLeave={() => setOpenAction(undefined)}
        />
      ) : (
        actions.map((action) => (
          <Button
            key={action}
            size="sm"
            variant={action === 'deliver' ? 'primary' : 'outline'}
            aria-label={`${textsFor(action).button}: the items from ${supplierOrder.supplier}`}
            onClick={() => setOpenAction(action)}
          >
            {textsFor(action).button}
          </Button>
        ))
      )}
    </div>
  )
}

function ActionConfirmation({
  purchaseId,
  supplierOrder,
  action,
  texts,
  onChanged,
  onLeave,
}: SupplierOrderProps & { action: SupplierOrderAction; texts: ConfirmationTexts; onLeave: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const confirmLabel = useFocusOnMount<HTMLButtonElement>()

  async function act(): Promise<void> {
    setIsBusy(true)
    try {
      toast.success(await submitAction(action, { purchase: purchaseId, id: supplierOrder.id }))
      onChanged()
    } catch (error) {
      toast.error(explainError(error, 'Something went wrong. Please try again in a moment.'))
      setIsBusy(false)
    }
  }

  return (
    <>
      <p role="status" className="basis-full text-sm">
        {texts.question}
      </p>
      <Button ref={confirmLabel} size="sm" busy={isBusy} onClick={() => void act()}>
        {texts.yes}
      </Button>
      <Button size="sm" variant="quiet" onClick={onLeave}>
        {texts.no}
      </Button>
    </>
  )
}

async function submitAction(
  action: SupplierOrderAction,
  params: { purchase: string; id: string },
): Promise<string> {
  switch (action) {
    case 'cancel':
    case 'ask_cancel':
      return (await call('POST /orders/{purchase}/supplier-orders/{id}/cancel', { params, body: {} })).message
    case 'keep':
      return (await call('POST /orders/{purchase}/supplier-orders/{id}/keep', { params })).message
    case 'deliver':
      return (await call('POST /orders/{purchase}/supplier-orders/{id}/received', { params })).message
  }
}

type ConfirmationTexts = Readonly<{ button: string; question: string; yes: string; no: string }>

const ACTION_TEXTS: Readonly<Record<Exclude<SupplierOrderAction, 'deliver'>, ConfirmationTexts>> = {
  cancel: {
    button: 'Cancel these items',
    question: 'Cancel these items? We’ll refund them to your original payment method.',
    yes: 'Yes, cancel',
    no: 'Keep them',
  },
  ask_cancel: {
    button: 'Ask to cancel',
    question:
      'The supplier has started on your items and has to agree. Ask to cancel the items that weren’t shipped?',
    yes: 'Yes, ask',
    no: 'Not now',
  },
  keep: {
    button: 'Don’t cancel after all',
    question: 'Withdraw your cancellation request? The order will be processed as usual.',
    yes: 'Yes, withdraw',
    no: 'Not now',
  },
}

const RECEIPT_TEXTS: Readonly<Record<ShippingMethod, ConfirmationTexts>> = {
  ship: {
    button: 'I’ve received it',
    question: 'Have all parcels from this supplier arrived?',
    yes: 'Yes, everything arrived',
    no: 'Not yet',
  },
  pickup: {
    button: 'I’ve collected it',
    question: 'Have you collected all items from this supplier?',
    yes: 'Yes, I have them',
    no: 'Not yet',
  },
}
