import { useId } from 'react'
import type { VariantAxis, VariantOption, VariantPicker } from './variant-selection.ts'

/** Renders the variants of a product as radio groups; an axis with one value is plain text. */
export function VariantPickers(props: {
  pickers: readonly VariantPicker[]
  onChoose: (axis: VariantAxis, value: string) => void
}) {
  return props.pickers.map((picker) =>
    picker.options.length > 1 ? (
      <PickerGroup key={picker.axis} picker={picker} onChoose={props.onChoose} />
    ) : (
      <p key={picker.axis} className="text-sm">
        <span className="text-ink-soft">{`${picker.legend}: `}</span>
        {picker.options[0]?.value}
      </p>
    ),
  )
}

function PickerGroup(props: { picker: VariantPicker; onChoose: (axis: VariantAxis, value: string) => void }) {
  const { axis, legend, options } = props.picker
  const name = useId()
  const selectedOption = options.find((option) => option.isChosen)
  return (
    <fieldset>
      <legend className="mb-2 text-sm">
        <span className="text-ink-soft">{`${legend}: `}</span>
        {selectedOption?.value}
      </legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <OptionRadio
            key={option.value}
            name={name}
            option={option}
            onChoose={() => props.onChoose(axis, option.value)}
          />
        ))}
      </div>
    </fieldset>
  )
}

function OptionRadio(props: { name: string; option: VariantOption; onChoose: () => void }) {
  const { value, isChosen, isSoldOut, isElsewhere } = props.option
  return (
    <label
      className={`relative inline-flex min-h-11 min-w-11 items-center justify-center border px-4 text-sm transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ${isChosen ? 'border-ink ring-1 ring-ink' : 'border-line hover:border-ink'} ${isSoldOut ? 'text-ink-soft line-through decoration-1' : ''} ${isElsewhere ? 'border-dashed' : ''}`}
    >
      <input
        type="radio"
        name={props.name}
        value={value}
        checked={isChosen}
        onChange={props.onChoose}
        className="absolute inset-0 appearance-none outline-none"
      />
      {value}
      {isSoldOut && <span className="sr-only"> (sold out)</span>}
      {isElsewhere && <span className="sr-only"> (changes what else is chosen)</span>}
    </label>
  )
}
