import { type FormEvent, useId, useState } from 'react'
import { explainError } from '#web/app/calls/api.ts'
import { Action } from '#web/console/parts/button.tsx'
import { Problem } from '#web/console/parts/dialog.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import type { ImportDetail } from './import-texts.ts'
import type { ImportActions } from './use-import.ts'

type Mapping = ImportDetail['mapping']
type Field = keyof Mapping

type FieldText = Readonly<{ field: Field; label: string; about?: string }>

const MAIN_FIELDS: readonly FieldText[] = [
  { field: 'title', label: 'Title', about: 'Required' },
  { field: 'price', label: 'Price', about: 'Required, in US dollars' },
  { field: 'sku', label: 'SKU', about: 'SKU or product ID is required' },
  { field: 'key', label: 'Product ID', about: 'The same for all variants of a product' },
  { field: 'quantity', label: 'Quantity', about: 'Without it, existing stock stays' },
  { field: 'wholesale', label: 'Wholesale price', about: 'What vendors pay you' },
]

const MORE_FIELDS: readonly FieldText[] = [
  { field: 'barcode', label: 'Barcode (GTIN)' },
  { field: 'compareAt', label: 'Compare-at price' },
  { field: 'description', label: 'Description' },
  { field: 'category', label: 'Category' },
  { field: 'image', label: 'Image address' },
  { field: 'size', label: 'Size' },
  { field: 'color', label: 'Color' },
  { field: 'material', label: 'Material' },
  { field: 'metal', label: 'Metal' },
  { field: 'stones', label: 'Stones' },
  { field: 'weight', label: 'Weight in grams' },
  { field: 'origin', label: 'Country of origin' },
  { field: 'tariff', label: 'HS code' },
  { field: 'status', label: 'Status', about: 'Without it, new products are drafts' },
  { field: 'warehouse', label: 'Warehouse', about: 'By its name. Without it, products stay where they are' },
]

const FAILED = 'We couldn’t save the columns. Please try again in a moment.'

function findMissing(mapping: Mapping): string | undefined {
  if (!mapping.title) return 'Choose the column with the title.'
  if (!mapping.price) return 'Choose the column with the price.'
  if (!mapping.sku && !mapping.key)
    return 'Choose the column with the SKU or the product ID. It identifies your products.'
  return undefined
}

/** Renders the form that maps the columns of a file, with its first rows beside it. */
export function MappingForm({ stored, plan }: { stored: ImportDetail; plan: ImportActions['plan'] }) {
  const [mapping, setMapping] = useState<Mapping>(stored.mapping)
  const [problem, setProblem] = useState<string>()
  const { headers } = stored.sample

  function submit(event: FormEvent): void {
    event.preventDefault()
    const missing = findMissing(mapping)
    setProblem(missing)
    if (missing !== undefined) return
    const chosen = Object.entries(mapping).filter(([, column]) => column !== '')
    plan.mutate(Object.fromEntries(chosen))
  }

  return (
    <form onSubmit={submit} className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:items-start">
      <Panel title="Match columns">
        <p className="mb-3 max-w-prose text-sm text-ink-soft">
          Choose the column of your file for each field. We remember your choice for files with the same
          header.
        </p>
        <ColumnSelects fields={MAIN_FIELDS} headers={headers} mapping={mapping} onChange={setMapping} />
        <details className="mt-4" open={MORE_FIELDS.some(({ field }) => stored.mapping[field] !== undefined)}>
          <summary className="flex min-h-9 cursor-pointer items-center text-sm font-medium text-link max-md:min-h-11">
            More fields
          </summary>
          <div className="mt-2">
            <ColumnSelects fields={MORE_FIELDS} headers={headers} mapping={mapping} onChange={setMapping} />
          </div>
        </details>
        {(problem !== undefined || plan.isError) && (
          <div className="mt-3">
            <Problem text={problem ?? explainError(plan.error, FAILED)} />
          </div>
        )}
        <div className="mt-4 flex justify-end">
          <Action type="submit" variant="primary" busy={plan.isPending}>
            Check file
          </Action>
        </div>
      </Panel>
      <Panel title="First rows of your file" isFlush className="max-lg:order-first">
        <SampleColumns sample={stored.sample} />
      </Panel>
    </form>
  )
}

function ColumnSelects(props: {
  fields: readonly FieldText[]
  headers: readonly string[]
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}) {
  const { fields, headers, mapping, onChange } = props
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      {fields.map((one) => (
        <ColumnSelect
          key={one.field}
          {...one}
          headers={headers}
          value={mapping[one.field] ?? ''}
          onChange={(column) => onChange({ ...mapping, [one.field]: column })}
        />
      ))}
    </div>
  )
}

/** Renders the column select of a field. */
export function ColumnSelect(props: {
  label: string
  about?: string
  headers: readonly string[]
  value: string
  onChange: (column: string) => void
}) {
  const { label, about, headers, value, onChange } = props
  const id = useId()
  const names = headers.filter((header, index) => header !== '' && headers.indexOf(header) === index)
  return (
    <div className="min-w-0 text-sm">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <select
        id={id}
        aria-describedby={about ? `${id}-about` : undefined}
        value={names.find((name) => name.toLowerCase() === value.toLowerCase()) ?? ''}
        onChange={(event) => onChange(event.target.value)}
        className="mt-1 h-9 w-full rounded-md border border-line bg-sheet px-2 max-md:h-11"
      >
        <option value="">Not in this file</option>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      {about && (
        <p id={`${id}-about`} className="mt-0.5 text-xs text-ink-soft">
          {about}
        </p>
      )}
    </div>
  )
}

/** Renders the sample rows column by column, so that wide files fit on a phone. */
function SampleColumns({ sample: { headers, rows } }: Pick<ImportDetail, 'sample'>) {
  const columns = headers.map((name, index) => ({
    id: `column-${index}`,
    name: name || 'Without a name',
    values: rows.map((cells) => cells[index] || '–').join(' · '),
  }))
  return (
    <dl className="divide-y divide-line border-t border-line text-sm">
      {columns.map(({ id, name, values }) => (
        <div key={id} className="grid gap-x-4 px-4 py-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <dt className="font-medium wrap-anywhere">{name}</dt>
          <dd className="line-clamp-2 wrap-anywhere text-ink-soft">{values}</dd>
        </div>
      ))}
    </dl>
  )
}
