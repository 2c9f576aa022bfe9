import { useState } from 'react'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { consoleQueries } from '#web/console/data/console-data.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { countPicked, pickAllLeft, toUnitLines, UnitPicker } from './unit-picker.tsx'

/** The measures of a parcel, as typed: grams and centimetres. */
type Measures = Readonly<Record<'weight' | 'length' | 'width' | 'height', string>>

const MEASURES: readonly Readonly<{ name: keyof Measures; label: string }>[] = [
  { name: 'weight', label: 'Weight in grams' },
  { name: 'length', label: 'Length in cm' },
  { name: 'width', label: 'Width in cm' },
  { name: 'height', label: 'Height in cm' },
]

/** A small padded box, as jewellery is usually sent in. */
const USUAL: Measures = { weight: '200', length: '16', width: '11', height: '5' }

/** Buys a shipping label for a parcel; once it is bought, the parcel is added by itself. */
export function LabelDialog(props: { order: SupplierOrderViewData; isOpen: boolean; onClose: () => void }) {
  const { order, isOpen, onClose } = props
  const [picked, setPicked] = useState(() => pickAllLeft(order))
  const [measures, setMeasures] = useState(USUAL)
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const parcel = parseMeasures(measures)
  const service = order.shipTo.service
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Buy a shipping label"
      text={`${
        service === null
          ? 'We take the cheapest service.'
          : `The buyer chose ${service.replaceAll('_', ' ')}.`
      } Its cost comes out of your earnings. The parcel counts as shipped once the label is bought.`}
      submitLabel="Buy the label"
      canSubmit={parcel !== undefined && countPicked(picked) > 0}
      onSubmit={async () => {
        const lines = toUnitLines(order, picked)
        const { message } = await call('POST /supplier/orders/{id}/labels', {
          params: { id: order.id },
          body: { ...(lines ? { lines } : {}), ...(parcel ? { parcel } : {}), idempotencyKey },
        })
        toast.success(message)
        void consoleQueries.invalidateQueries({ queryKey: ['supplier'] })
      }}
      explain={(error) => explainError(error, 'We couldn’t buy the label. Please try again in a moment.')}
    >
      {countPicked(pickAllLeft(order)) > 1 && (
        <UnitPicker legend="In this parcel" order={order} picked={picked} onChange={setPicked} />
      )}
      <fieldset className="grid grid-cols-2 gap-3">
        <legend className="mb-2 text-sm font-semibold">Parcel</legend>
        {MEASURES.map(({ name, label }) => (
          <Field
            key={name}
            label={label}
            inputMode="numeric"
            value={measures[name]}
            onChange={(event) => setMeasures({ ...measures, [name]: event.target.value })}
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}

/** Returns the measures in grams and millimetres; undefined where one of them is no number that a carrier takes. */
function parseMeasures({ weight, length, width, height }: Measures) {
  const grams = Math.round(Number(weight))
  const [lengthMm = 0, widthMm = 0, heightMm = 0] = [length, width, height].map((text) =>
    Math.round(Number(text.replace(',', '.')) * 10),
  )
  const isSize = (size: number) => size >= 10 && size <= 3_000
  if (!(grams >= 1 && grams <= 70_000) || ![lengthMm, widthMm, heightMm].every(isSize)) return undefined
  return { weightGrams: grams, lengthMm, widthMm, heightMm }
}
