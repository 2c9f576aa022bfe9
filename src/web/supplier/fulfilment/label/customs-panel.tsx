import type { LabelQuoteData } from '#features/sales/orders/labels/contract.ts'
import { formatCountry } from '#web/console/data/format.ts'
import { Panel } from '#web/console/parts/panel.tsx'
import { parseTypedCents } from '#web/shared/forms/typed-numbers.ts'
import { Field } from '#web/ui/field.tsx'
import { CountrySelect } from '../warehouses/country-select.tsx'
import { type CustomsTexts, toCustomsTexts } from './label-draft.ts'

type CustomsLine = NonNullable<LabelQuoteData['customs']>[number]

const SOURCES: Readonly<Record<NonNullable<CustomsLine['originSource']>, string | undefined>> = {
  entered: undefined,
  product: 'From your product',
  material: 'From its material',
}

/** Renders the customs data of each line, with detected values; missing ones have to be entered. */
export function CustomsPanel(props: {
  customs: readonly CustomsLine[]
  country: string
  texts: Readonly<Record<number, CustomsTexts>>
  onChange: (texts: Readonly<Record<number, CustomsTexts>>) => void
}) {
  const { customs, country, texts, onChange } = props
  return (
    <Panel title="Customs" hint={`Customs details for ${formatCountry(country)}`}>
      <ul className="flex flex-col divide-y divide-line">
        {customs.map((one) => (
          <CustomsFields
            key={one.line}
            customs={one}
            texts={texts[one.line] ?? toCustomsTexts(one)}
            onChange={(next) => onChange({ ...texts, [one.line]: next })}
          />
        ))}
      </ul>
    </Panel>
  )
}

function CustomsFields(props: {
  customs: CustomsLine
  texts: CustomsTexts
  onChange: (texts: CustomsTexts) => void
}) {
  const { customs, texts, onChange } = props
  const set = (name: keyof CustomsTexts, value: string) => onChange({ ...texts, [name]: value })
  const valueCents = parseTypedCents(texts.value) ?? 0
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <p className="mb-2 text-sm font-semibold">
        {customs.quantity} × {customs.title}
      </p>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[2fr_1fr_1fr_1fr]">
        <Field
          label="Description"
          className="max-sm:col-span-2"
          autoComplete="off"
          maxLength={100}
          value={texts.description}
          onChange={(event) => set('description', event.target.value)}
        />
        <Field
          label="HS code"
          hint={customs.tariffSource ? SOURCES[customs.tariffSource] : '6 to 10 digits'}
          error={texts.tariffNumber === '' ? 'Enter the HS code.' : undefined}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={texts.tariffNumber}
          onChange={(event) => set('tariffNumber', event.target.value)}
        />
        <CountrySelect
          label="Made in"
          hint={customs.originSource ? SOURCES[customs.originSource] : undefined}
          error={texts.originCountry === '' ? 'Choose a country.' : undefined}
          isOptional
          value={texts.originCountry}
          onChange={(code) => set('originCountry', code)}
        />
        <Field
          label="Value each, $"
          hint={`Sold for ${(customs.priceCents / 100).toFixed(2)}`}
          error={valueCents >= customs.priceCents ? undefined : 'At least the price paid.'}
          inputMode="decimal"
          autoComplete="off"
          value={texts.value}
          onChange={(event) => set('value', event.target.value)}
        />
      </div>
    </li>
  )
}
