import { FINENESS, findPreciousMetal, parseFineness } from '#core/jewellery/fineness.ts'
import { FACT_LABELS, type FactName, METALS, PLATINGS, SIZE_STANDARDS } from '#core/jewellery/vocabulary.ts'
import { formatNumber } from '#web/console/data/format.ts'
import { Panel } from '#web/console/parts/panel.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { CountrySelect } from '../../fulfilment/warehouses/country-select.tsx'
import type { FactField, FactsForm } from './editor-form.ts'
import type { ProductEditorState } from './use-product-editor.ts'

type FactsProps = Readonly<{ editor: ProductEditorState; required: readonly FactName[] }>

/** Renders the fields for materials and measures of the product. */
export function FactsCard({
  typicalWeightGrams,
  ...props
}: FactsProps & Readonly<{ typicalWeightGrams: number | null }>) {
  const { editor, required } = props
  const { facts } = editor.form
  const precious = findPreciousMetal(facts.metal)
  const finenesses = precious ? FINENESS[precious] : [...new Set(Object.values(FINENESS).flat())].toSorted()
  return (
    <Panel title="Materials and measures">
      {required.length > 0 && (
        <p className="mb-3 text-xs text-ink-soft">
          Required in this category: {required.map((fact) => FACT_LABELS[fact]).join(', ')}.
        </p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <FactSelect {...props} field="metal" label="Metal" options={METALS} />
        <FactSelect
          {...props}
          field="purity"
          label="Purity"
          options={finenesses}
          hint="Thousandths of precious metal: 750 is 18 karat, 925 sterling silver."
        />
        <FactSelect {...props} field="plating" label="Plating" options={PLATINGS} />
        <FactText {...props} field="hallmark" label="Hallmark" hint="As stamped, such as 925." />
        <NickelSelect editor={editor} isRequired={required.includes('nickelFree')} />
        <FactSelect {...props} field="sizeStandard" label="Size standard" options={SIZE_STANDARDS} />
        <FactText
          {...props}
          field="weightGrams"
          label="Weight (g)"
          hint={
            typicalWeightGrams === null
              ? undefined
              : `If you leave it blank, shipping is calculated with ${formatNumber(typicalWeightGrams)} g, typical of this category.`
          }
          isNumber
        />
        <div className="grid grid-cols-3 gap-3">
          <FactText {...props} field="lengthMm" label="Length (mm)" isNumber />
          <FactText {...props} field="widthMm" label="Width (mm)" isNumber />
          <FactText {...props} field="heightMm" label="Height (mm)" isNumber />
        </div>
      </div>
    </Panel>
  )
}

/** Renders the customs data of the product, which shipments abroad need. */
export function CustomsCard({ editor }: Pick<FactsProps, 'editor'>) {
  const set = useFacts(editor)
  return (
    <Panel title="Customs" hint="optional">
      <p className="mb-3 text-xs text-ink-soft">
        Fills in the customs form of labels to other countries. If you leave these blank, you enter them for
        each parcel.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <CountrySelect
          label="Country of origin"
          hint="Where it was made."
          isOptional
          value={editor.form.facts.originCountry}
          error={editor.faults['originCountry']}
          onChange={(originCountry) => set({ originCountry })}
        />
        <FactText
          editor={editor}
          required={[]}
          field="tariffNumber"
          label="HS code"
          hint="6 to 10 digits. If you leave it blank, it follows the metal: 711319 for gold jewellery."
          isCode
        />
      </div>
    </Panel>
  )
}

type FieldProps = FactsProps & Readonly<{ field: FactField; label: string; hint?: string | undefined }>

/** Returns a function that changes facts of the form. */
export function useFacts({ change }: ProductEditorState): (part: Partial<FactsForm>) => void {
  return (part) => change((before) => ({ ...before, facts: { ...before.facts, ...part } }))
}

/** Renders a fact with options; an unknown value from a feed is added as an option. */
export function FactSelect({
  editor,
  required,
  field,
  label,
  hint,
  options,
}: FieldProps & Readonly<{ options: readonly string[] }>) {
  const set = useFacts(editor)
  const value = editor.form.facts[field]
  const all = value === '' || options.includes(value) ? options : [value, ...options]
  return (
    <Select
      name={field}
      label={label}
      hint={hint}
      aria-required={required.some((fact) => fact === field) || undefined}
      value={value}
      error={editor.faults[field]}
      onChange={({ target }) => set({ [field]: target.value })}
    >
      <option value="">Not stated</option>
      {all.map((option) => (
        <option key={option} value={option}>
          {describeOption(field, option)}
        </option>
      ))}
    </Select>
  )
}

function describeOption(field: FactField, option: string): string {
  const fineness = field === 'purity' ? parseFineness(option) : undefined
  return fineness === undefined || option.includes(fineness) ? option : `${option} (${fineness})`
}

/** Renders a fact as a text field. */
export function FactText(props: FieldProps & Readonly<{ isNumber?: boolean; isCode?: boolean }>) {
  const { editor, required, field, label, hint, isNumber = false, isCode = false } = props
  const set = useFacts(editor)
  return (
    <Field
      name={field}
      label={label}
      hint={hint}
      aria-required={required.some((fact) => fact === field) || undefined}
      maxLength={isNumber ? 10 : 60}
      inputMode={isNumber ? 'decimal' : isCode ? 'numeric' : 'text'}
      autoComplete="off"
      value={editor.form.facts[field]}
      error={editor.faults[field]}
      onChange={({ target }) => set({ [field]: target.value })}
    />
  )
}

function NickelSelect({ editor, isRequired }: { editor: ProductEditorState; isRequired: boolean }) {
  const set = useFacts(editor)
  const { nickel } = editor.form.facts
  return (
    <Select
      name="isNickelFree"
      label="Nickel"
      aria-required={isRequired || undefined}
      value={nickel}
      onChange={({ target }) => {
        const { value } = target
        set({ nickel: value === 'free' || value === 'contained' ? value : '' })
      }}
    >
      <option value="">Not stated</option>
      <option value="free">Nickel-free</option>
      <option value="contained">Contains nickel</option>
    </Select>
  )
}
