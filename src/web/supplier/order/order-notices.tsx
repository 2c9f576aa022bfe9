import { useState } from 'react'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { formatDeadline } from '../orders/order-status.ts'
import { useNow } from '#web/ui/use-now.ts'
import { useCan } from '#web/console/frame/business.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { CancelDialog } from './dialogs/cancel-dialog.tsx'
import { useOrderAnswer } from './use-order-action.ts'

/** Renders the notice that the buyer can still cancel the order freely. */
export function HoldNotice() {
  return (
    <p className="rounded-md bg-(--amber-mist) px-4 py-3 text-sm">
      The buyer can cancel freely for a few minutes after paying. After that we email you, and you can accept
      the order.
    </p>
  )
}

/** Renders a buyer's cancellation request, to accept or reject. */
export function CancellationRequest({ order }: { order: SupplierOrderViewData }) {
  const [dialog, setDialog] = useState<'accept' | 'decline'>()
  const asked = order.timeline.findLast(({ event }) => event === 'ask_cancel')
  const close = () => setDialog(undefined)
  const now = useNow()
  const can = useCan()
  return (
    <section aria-label="Cancellation request" className="rounded-md bg-(--amber-mist) px-4 py-3 text-sm">
      <p className="font-semibold">The buyer has requested to cancel this order</p>
      <p className="mt-1">
        {asked?.reason && <>“{asked.reason}” </>}
        {order.answerBy && (
          <>
            Without an answer by {formatDeadline(order.answerBy, now)}, what isn’t shipped is cancelled and
            refunded.
          </>
        )}
      </p>
      <div className={`mt-3 flex flex-wrap gap-2 ${can('orders:write') ? '' : 'hidden'}`}>
        <Action onClick={() => setDialog('accept')}>Cancel and refund</Action>
        <Action onClick={() => setDialog('decline')}>Decline, I’m shipping it</Action>
      </div>
      <CancelDialog order={order} isOpen={dialog === 'accept'} onClose={close} />
      <DeclineDialog order={order} isOpen={dialog === 'decline'} onClose={close} />
    </section>
  )
}

type DialogProps = Readonly<{ order: SupplierOrderViewData; isOpen: boolean; onClose: () => void }>

function DeclineDialog({ order, isOpen, onClose }: DialogProps) {
  const [reason, setReason] = useState('')
  const show = useOrderAnswer()
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Decline the cancellation?"
      text="The order continues, and the buyer sees your reason."
      submitLabel="Decline the request"
      canSubmit={reason.trim().length >= 3}
      onSubmit={async () =>
        show(
          await call('POST /supplier/orders/{id}/keep', {
            params: { id: order.id },
            body: { reason, version: order.version },
          }),
        )
      }
      explain={(error) =>
        explainError(error, 'We couldn’t decline the request. Please try again in a moment.')
      }
    >
      <TextArea
        label="Reason"
        hint="For example: the parcel is already packed."
        rows={3}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
