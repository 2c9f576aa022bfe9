import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/app/calls/api.ts'
import { Action } from '#web/console/parts/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useDebounced } from './use-debounced.ts'

/** A supplier in the results of the field's search. */
export type SupplierOption = Readonly<{ id: string; name: string }>

const SHOWN = 5

/** Renders a field that finds a supplier by name, short name or email; empty means all suppliers. */
export function SupplierField(props: {
  value: SupplierOption | undefined
  /** Whether a supplier has to be chosen. */
  isRequired?: boolean
  onChange: (supplier: SupplierOption | undefined) => void
}) {
  const { value, isRequired = false, onChange } = props
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  const query = useQuery({
    queryKey: ['operator', 'suppliers', 'found', search],
    queryFn: async ({ signal }) =>
      (await call('GET /operator/suppliers', { query: { search } }, { signal })).suppliers,
    enabled: search !== '' && value === undefined,
  })
  if (value)
    return (
      <div className="flex items-center justify-between gap-3 text-sm">
        <p className="min-w-0 wrap-anywhere">
          <span className="block text-xs text-ink-soft">Supplier</span>
          {value.name}
        </p>
        <Action isSmall onClick={() => onChange(undefined)}>
          Change supplier
        </Action>
      </div>
    )
  const found = search === '' ? undefined : query.data?.slice(0, SHOWN)
  return (
    <div>
      <Field
        label={isRequired ? 'Supplier' : 'Supplier (optional)'}
        type="search"
        placeholder={isRequired ? 'Name or email' : 'All suppliers'}
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p role="status" className="text-xs text-ink-soft">
        {found?.length === 0 && <span className="mt-1.5 block">No supplier matches “{search}”.</span>}
        {query.isError && (
          <span className="mt-1.5 block">We couldn’t search. Please try again in a moment.</span>
        )}
      </p>
      {found !== undefined && found.length > 0 && (
        <ul aria-label="Suppliers found" className="mt-1.5 flex flex-wrap gap-2">
          {found.map(({ id, name }) => (
            <li key={id}>
              <Action isSmall onClick={() => onChange({ id, name })}>
                {name}
              </Action>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
