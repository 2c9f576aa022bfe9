import { ScanLine } from 'lucide'
import { useState } from 'react'
import { type CarrierName, carrierTitle, REAL_CARRIERS } from '#core/shipping/carriers.ts'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { randomUuid } from '#web/shared/forms/random-uuid.ts'
import { Field, Select } from '#web/ui/field.tsx'
import { ScanDialog } from '../../fulfilment/scan/scan-dialog.tsx'
import { countPicked, pickAllLeft, toUnitLines, UnitPicker } from '#web/console/parts/unit-picker.tsx'
import { useOrderAnswer } from '../use-order-action.ts'

const LAST_CARRIER_KEY = 'lastCarrier'

/** Renders the dialog that adds a shipped parcel: carrier, tracking number, and contents. */
export function ShipDialog(props: {
  order: SupplierOrderViewData
  isOpen: boolean
  onClose: () => void
  onShipped?: () => void
}) {
  const { order, isOpen, onClose, onShipped } = props
  const [carrier, setCarrier] = useState<CarrierName>(readLastCarrier)
  const [number, setNumber] = useState('')
  const [picked, setPicked] = useState(() => pickAllLeft(order))
  // One key while the dialog is open, so that repeated requests add a single parcel.
  const [idempotencyKey] = useState(randomUuid)
  const show = useOrderAnswer()
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Ship with your own carrier"
      text="The buyer gets an email with the tracking number."
      submitLabel={countPicked(picked) === 1 ? 'Ship 1 item' : `Ship ${countPicked(picked)} items`}
      canSubmit={number.trim().length >= 4 && countPicked(picked) > 0}
      onSubmit={async () => {
        const lines = toUnitLines(order, picked)
        const answer = await call('POST /supplier/orders/{id}/parcels', {
          params: { id: order.id },
          body: {
            carrier,
            trackingNumber: number,
            ...(lines ? { lines } : {}),
            idempotencyKey,
            version: order.version,
          },
        })
        rememberCarrier(carrier)
        show(answer)
        onShipped?.()
      }}
      explain={(error) => explainError(error, 'We couldn’t add the parcel. Please try again in a moment.')}
    >
      <TrackingFields carrier={carrier} number={number} onCarrier={setCarrier} onNumber={setNumber} />
      {countPicked(pickAllLeft(order)) > 1 && (
        <UnitPicker legend="In this parcel" order={order} picked={picked} onChange={setPicked} />
      )}
    </FormDialog>
  )
}

/** Renders the inputs of carrier and tracking number, which can be typed or scanned. */
export function TrackingFields(props: {
  carrier: CarrierName
  number: string
  onCarrier: (carrier: CarrierName) => void
  onNumber: (number: string) => void
}) {
  const { carrier, number, onCarrier, onNumber } = props
  const [isScanning, setIsScanning] = useState(false)
  return (
    <div className="flex flex-col gap-3">
      <Select
        label="Carrier"
        value={carrier}
        onChange={(event) => {
          const found = REAL_CARRIERS.find((one) => one === event.target.value)
          if (found) onCarrier(found)
        }}
      >
        {REAL_CARRIERS.map((one) => (
          <option key={one} value={one}>
            {carrierTitle(one)}
          </option>
        ))}
      </Select>
      <div className="flex items-end gap-2">
        <Field
          className="flex-1"
          label="Tracking number"
          autoComplete="off"
          maxLength={60}
          value={number}
          onChange={(event) => onNumber(event.target.value)}
        />
        <Action icon={ScanLine} onClick={() => setIsScanning(true)} className="min-h-12!">
          Scan
        </Action>
      </div>
      {isScanning && (
        <ScanDialog
          title="Scan the tracking number"
          label="Tracking number"
          onFound={(text) => {
            onNumber(text)
            setIsScanning(false)
          }}
          onClose={() => setIsScanning(false)}
        />
      )}
    </div>
  )
}

function readLastCarrier(): CarrierName {
  try {
    const stored = localStorage.getItem(LAST_CARRIER_KEY)
    return REAL_CARRIERS.find((one) => one === stored) ?? 'dhl'
  } catch {
    return 'dhl'
  }
}

function rememberCarrier(carrier: CarrierName): void {
  try {
    localStorage.setItem(LAST_CARRIER_KEY, carrier)
  } catch {
    // If storage is full or forbidden, the next parcel starts with the first carrier.
  }
}
