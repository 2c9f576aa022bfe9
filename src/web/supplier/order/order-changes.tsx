import { useState } from 'react'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { formatDateTime } from '#web/console/data/format.ts'
import { useCan } from '#web/console/frame/business.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { useOrderAnswer } from './use-order-action.ts'

type Change = SupplierOrderViewData['changes'][number]
type OrderProps = Readonly<{ order: SupplierOrderViewData }>

/** Renders the changes that a vendor's customer requests, to accept or reject, and the latest change of address. */
export function OrderChanges({ order }: OrderProps) {
  const open = order.changes.filter(({ state }) => state === 'open')
  const address = order.changes.findLast(
    ({ kind, state }) => kind === 'recipient' && (state === 'applied' || state === 'accepted'),
  )
  return (
    <>
      {open.map((change) => (
        <ChangeRequest key={change.id} order={order} change={change} />
      ))}
      {address && (
        <p className="rounded-md bg-mist px-4 py-3 text-sm">
          The address was changed on {formatDateTime(address.answeredAt ?? address.requestedAt)}. Ship to the
          address on this page.
        </p>
      )}
    </>
  )
}

function ChangeRequest({ order, change }: OrderProps & Readonly<{ change: Change }>) {
  const [isDeclining, setIsDeclining] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const show = useOrderAnswer()
  const can = useCan()
  const isAddress = change.kind === 'recipient'

  async function accept(): Promise<void> {
    setIsBusy(true)
    try {
      show(await sendAnswer({ order, change }, 'accept'))
    } catch (error) {
      toast.error(explainError(error, 'We couldn’t accept the change. Please try again in a moment.'))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <section aria-label="Change request" className="rounded-md bg-(--amber-mist) px-4 py-3 text-sm">
      <p className="font-semibold">
        {isAddress ? 'The customer has a new address' : 'The customer wants fewer items'}
      </p>
      {isAddress ? (
        <address className="mt-1 not-italic">
          {change.address.map((line) => (
            <span key={line} className="block wrap-anywhere">
              {line}
            </span>
          ))}
        </address>
      ) : (
        <p className="mt-1 wrap-anywhere">
          Leave out {change.items.map(({ title, quantity }) => `${quantity} × ${title}`).join(', ')}.{' '}
          {change.reason && <>“{change.reason}”. </>}We refund them, and the rest of the order continues.
        </p>
      )}
      {can('orders:write') && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Action busy={isBusy} onClick={() => void accept()}>
            {isAddress ? 'Use the new address' : 'Leave out and refund'}
          </Action>
          <Action onClick={() => setIsDeclining(true)}>
            {isAddress ? 'Decline, keep the old address' : 'Decline, I’m shipping them'}
          </Action>
        </div>
      )}
      {isDeclining && <DeclineDialog order={order} change={change} onClose={() => setIsDeclining(false)} />}
    </section>
  )
}

function sendAnswer(
  { order, change }: OrderProps & Readonly<{ change: Change }>,
  answer: 'accept' | 'decline',
  reason?: string,
) {
  return call('POST /supplier/orders/{id}/changes/{change}/{answer}', {
    params: { id: order.id, change: change.id, answer },
    body: { version: order.version, ...(reason ? { reason } : {}) },
  })
}

function DeclineDialog(props: OrderProps & Readonly<{ change: Change; onClose: () => void }>) {
  const { onClose } = props
  const [reason, setReason] = useState('')
  const show = useOrderAnswer()
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Decline the change?"
      text="The order stays unchanged, and the vendor sees your reason."
      submitLabel="Decline the change"
      canSubmit={reason.trim().length >= 3}
      onSubmit={async () => show(await sendAnswer(props, 'decline', reason))}
      explain={(error) =>
        explainError(error, 'We couldn’t decline the change. Please try again in a moment.')
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
