import { useState } from 'react'
import type { CarrierName } from '#core/shipping/carriers.ts'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { useOrderAnswer } from '../use-order-action.ts'
import { TrackingFields } from './ship-dialog.tsx'

type Parcel = SupplierOrderViewData['parcels'][number]

/** The correction or removal of a parcel's tracking number. */
export type TrackingCorrection = Readonly<{
  orderId: string
  parcel: Parcel
  tracking: Parcel['trackings'][number]
}>

/** Renders the dialog that corrects a tracking number. */
export function CorrectTrackingDialog({
  orderId,
  parcel,
  tracking,
  onClose,
}: TrackingCorrection & { onClose: () => void }) {
  const [carrier, setCarrier] = useState<CarrierName>(tracking.carrier)
  const [number, setNumber] = useState(tracking.number)
  const show = useOrderAnswer()
  const isChanged = number.trim() !== tracking.number || carrier !== tracking.carrier
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Correct the tracking number"
      text="The buyer sees the new number instead. If the order is from a vendor’s store, that store gets it, too."
      submitLabel="Save the number"
      canSubmit={isChanged && number.trim().length >= 4}
      onSubmit={async () =>
        show(
          await call('POST /supplier/orders/{id}/parcels/{parcel}/trackings/correct', {
            params: { id: orderId, parcel: parcel.id },
            body: { before: tracking.number, carrier, trackingNumber: number },
          }),
        )
      }
      explain={(error) =>
        explainError(error, 'We couldn’t correct the number. Please try again in a moment.')
      }
    >
      <TrackingFields carrier={carrier} number={number} onCarrier={setCarrier} onNumber={setNumber} />
    </FormDialog>
  )
}

/** Renders the dialog that removes a tracking number, with the effect on its parcel. */
export function RemoveTrackingDialog({
  orderId,
  parcel,
  tracking,
  onClose,
}: TrackingCorrection & { onClose: () => void }) {
  const show = useOrderAnswer()
  const isLast = parcel.trackings.length === 1
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={isLast ? 'Remove this parcel?' : 'Remove the tracking number?'}
      text={
        isLast
          ? `${tracking.title} ${tracking.number} is its only number. Its items are to be shipped again, the buyer gets an email, and a vendor’s store no longer counts them as shipped.`
          : `${tracking.title} ${tracking.number} is removed. The parcel keeps its other numbers.`
      }
      submitLabel={isLast ? 'Remove parcel' : 'Remove the number'}
      variant="danger"
      onSubmit={async () =>
        show(
          await call('POST /supplier/orders/{id}/parcels/{parcel}/trackings/remove', {
            params: { id: orderId, parcel: parcel.id },
            body: { trackingNumber: tracking.number },
          }),
        )
      }
      explain={(error) => explainError(error, 'We couldn’t remove the number. Please try again in a moment.')}
    />
  )
}
