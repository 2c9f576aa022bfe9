import { useState } from 'react'
import type { CarrierName } from '#core/shipping/carriers.ts'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { formatDateTime, formatDay } from '#web/console/data/format.ts'
import { useCan } from '#web/console/frame/business.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { Field } from '#web/ui/field.tsx'
import {
  CorrectTrackingDialog,
  RemoveTrackingDialog,
  type TrackingCorrection,
} from './dialogs/correct-tracking-dialog.tsx'
import { TrackingFields } from './dialogs/ship-dialog.tsx'
import { useOrderAnswer } from './use-order-action.ts'

type Parcel = SupplierOrderViewData['parcels'][number]
type ParcelDialogProps = Readonly<{
  orderId: string
  parcelId: string
  isOpen: boolean
  onClose: () => void
}>

const TRACKING_STATES: Readonly<Record<NonNullable<Parcel['trackings'][number]['state']>, string>> = {
  pending: 'Waiting for the carrier',
  info_received: 'Announced to the carrier',
  in_transit: 'In transit',
  out_for_delivery: 'Out for delivery',
  exception: 'The carrier reports a problem',
  returned: 'Returned to the sender',
  delivered: 'Delivered',
}

/** Renders the parcels of an order: tracking, contents, and actions. */
export function OrderParcels({ order }: { order: SupplierOrderViewData }) {
  return (
    <Panel title={order.parcels.length === 1 ? 'Parcel' : 'Parcels'}>
      <ul className="divide-y divide-line">
        {order.parcels.map((parcel, index) => (
          <ParcelRow key={parcel.id} order={order} parcel={parcel} place={index + 1} />
        ))}
      </ul>
    </Panel>
  )
}

function ParcelRow({
  order,
  parcel,
  place,
}: {
  order: SupplierOrderViewData
  parcel: Parcel
  place: number
}) {
  const [dialog, setDialog] = useState<'tracking' | 'collect'>()
  const can = useCan()
  const close = () => setDialog(undefined)

  return (
    <li className="flex flex-col gap-2 py-3 text-sm first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="font-semibold">
          {parcel.collection ? 'Ready to collect' : `Parcel ${place}`}
          <span className="ms-2 font-normal text-ink-soft">
            {parcel.lines.map(({ title, quantity }) => `${quantity} × ${title}`).join(', ')}
          </span>
        </p>
        {parcel.deliveredAt !== null && (
          <Status tone="good">Delivered {formatDay(parcel.deliveredAt)}</Status>
        )}
      </div>
      {parcel.collection && <p className="text-ink-soft">{parcel.collection.note}</p>}
      <TrackingLines order={order} parcel={parcel} />
      {parcel.deliveredAt === null && can('orders:write') && (
        <ParcelActions order={order} parcel={parcel} onChoose={setDialog} />
      )}
      <TrackingDialog
        orderId={order.id}
        parcelId={parcel.id}
        isOpen={dialog === 'tracking'}
        onClose={close}
      />
      <CollectDialog orderId={order.id} parcelId={parcel.id} isOpen={dialog === 'collect'} onClose={close} />
    </li>
  )
}

function ParcelActions(props: {
  order: SupplierOrderViewData
  parcel: Parcel
  onChoose: (dialog: 'tracking' | 'collect') => void
}) {
  const { order, parcel, onChoose } = props
  const show = useOrderAnswer()

  async function reportDelivered(): Promise<void> {
    try {
      show(
        await call('POST /supplier/orders/{id}/parcels/{parcel}/delivered', {
          params: { id: order.id, parcel: parcel.id },
        }),
      )
    } catch (error) {
      toast.error(
        explainError(error, 'We couldn’t mark the parcel as delivered. Please try again in a moment.'),
      )
    }
  }

  return (
    <div className="flex flex-wrap gap-2">
      {parcel.collection ? (
        <Action isSmall onClick={() => onChoose('collect')}>
          Enter the buyer’s code
        </Action>
      ) : (
        <>
          <Action isSmall onClick={() => onChoose('tracking')}>
            Add a tracking number
          </Action>
          {parcel.reportedDeliveredAt === null && (
            <Action isSmall variant="quiet" onClick={() => void reportDelivered()}>
              Report as delivered
            </Action>
          )}
        </>
      )}
    </div>
  )
}

function TrackingLines({ order, parcel }: { order: SupplierOrderViewData; parcel: Parcel }) {
  return (
    <>
      {parcel.trackings.map((tracking) => (
        <TrackingLine
          key={`${tracking.carrier} ${tracking.number}`}
          orderId={order.id}
          parcel={parcel}
          tracking={tracking}
        />
      ))}
    </>
  )
}

function TrackingLine({ orderId, parcel, tracking }: TrackingCorrection) {
  const [dialog, setDialog] = useState<'correct' | 'remove'>()
  const can = useCan()
  const close = () => setDialog(undefined)
  const { title, number, url, state, lastStep, expectedAt } = tracking
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          {title}{' '}
          {url === null ? (
            number
          ) : (
            <a href={url} target="_blank" rel="noopener noreferrer" className="text-link">
              {number}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          )}
        </p>
        <p className="text-xs text-ink-soft">
          {[
            state && TRACKING_STATES[state],
            lastStep && `${lastStep.message}, ${formatDateTime(lastStep.at)}`,
            expectedAt && parcel.deliveredAt === null && `expected ${formatDay(expectedAt)}`,
          ]
            .filter(Boolean)
            .join(' · ') || `Shipped ${formatDateTime(parcel.shippedAt)}`}
        </p>
      </div>
      {parcel.deliveredAt === null && can('orders:write') && (
        <div className="flex gap-1">
          <Action
            isSmall
            variant="quiet"
            aria-label={`Correct ${number}`}
            onClick={() => setDialog('correct')}
          >
            Correct
          </Action>
          <Action isSmall variant="quiet" aria-label={`Remove ${number}`} onClick={() => setDialog('remove')}>
            Remove
          </Action>
        </div>
      )}
      {dialog === 'correct' && (
        <CorrectTrackingDialog orderId={orderId} parcel={parcel} tracking={tracking} onClose={close} />
      )}
      {dialog === 'remove' && (
        <RemoveTrackingDialog orderId={orderId} parcel={parcel} tracking={tracking} onClose={close} />
      )}
    </div>
  )
}

function TrackingDialog({ orderId, parcelId, isOpen, onClose }: ParcelDialogProps) {
  const [carrier, setCarrier] = useState<CarrierName>('dhl')
  const [number, setNumber] = useState('')
  const show = useOrderAnswer()
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Add a tracking number"
      text="The parcel keeps its other numbers, for example when a second carrier takes over."
      submitLabel="Add the number"
      canSubmit={number.trim().length >= 4}
      onSubmit={async () =>
        show(
          await call('POST /supplier/orders/{id}/parcels/{parcel}/trackings', {
            params: { id: orderId, parcel: parcelId },
            body: { carrier, trackingNumber: number },
          }),
        )
      }
      explain={(error) => explainError(error, 'We couldn’t add the number. Please try again in a moment.')}
    >
      <TrackingFields carrier={carrier} number={number} onCarrier={setCarrier} onNumber={setNumber} />
    </FormDialog>
  )
}

function CollectDialog({ orderId, parcelId, isOpen, onClose }: ParcelDialogProps) {
  const [code, setCode] = useState('')
  const show = useOrderAnswer()
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Hand over the items"
      text="The buyer shows a code from the email or the order page. With it, the items count as delivered."
      submitLabel="Confirm the collection"
      canSubmit={code.trim() !== ''}
      onSubmit={async () =>
        show(
          await call('POST /supplier/orders/{id}/parcels/{parcel}/collected', {
            params: { id: orderId, parcel: parcelId },
            body: { code },
          }),
        )
      }
      explain={(error) => explainError(error, 'We couldn’t check the code. Please try again in a moment.')}
    >
      <Field
        label="The buyer’s code"
        autoComplete="off"
        maxLength={40}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
    </FormDialog>
  )
}
