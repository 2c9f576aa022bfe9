import type { LabelQuoteData } from '#features/sales/orders/labels/contract.ts'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { Action } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Field } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import { productAddress } from '../../console/addresses.ts'
import { type MeasureTexts, parseMeasures, toMeasureTexts } from './label-draft.ts'

const FIELDS: readonly Readonly<{ name: keyof MeasureTexts; label: string }>[] = [
  { name: 'weight', label: 'Weight in grams' },
  { name: 'length', label: 'Length in cm' },
  { name: 'width', label: 'Width in cm' },
  { name: 'height', label: 'Height in cm' },
]

/** Renders the weight and size of the parcel, which are estimated from its products until edited. */
export function ParcelPanel(props: {
  quote: LabelQuoteData
  order: SupplierOrderViewData
  measures: MeasureTexts | undefined
  onChange: (measures: MeasureTexts | undefined) => void
}) {
  const { quote, order, measures, onChange } = props
  const values = measures ?? toMeasureTexts(quote.parcel)
  const isWrong = measures !== undefined && !parseMeasures(measures)
  return (
    <Panel
      title="Parcel"
      hint={measures ? 'As you measured it' : 'Estimated from your products and their boxes'}
      aside={
        measures && (
          <Action isSmall variant="quiet" onClick={() => onChange(undefined)}>
            Use the products’ measures
          </Action>
        )
      }
    >
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {FIELDS.map(({ name, label }) => (
          <Field
            key={name}
            label={label}
            inputMode="decimal"
            autoComplete="off"
            value={values[name]}
            onChange={(event) => onChange({ ...values, [name]: event.target.value })}
          />
        ))}
      </div>
      {isWrong && (
        <p role="alert" className="mt-3 text-sm text-danger">
          Enter 1 to 70,000 g, and 1 to 300 cm for each side.
        </p>
      )}
      {quote.unweighed.length > 0 && <TypicalWeights unweighed={quote.unweighed} order={order} />}
    </Panel>
  )
}

function TypicalWeights(props: { unweighed: LabelQuoteData['unweighed']; order: SupplierOrderViewData }) {
  const { unweighed, order } = props
  return (
    <div className="mt-3 rounded-md bg-(--amber-mist) px-3 py-2 text-sm">
      <p className="font-semibold">Check the weight. Carriers charge extra for heavier parcels.</p>
      <ul className="mt-1">
        {unweighed.map(({ line, title, grams }) => (
          <li key={line}>
            {title} has no weight and counts as {grams} g, typical for its category.{' '}
            <Link href={productAddress(order.lines[line - 1]?.productId)} className="text-link">
              Add its weight
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
