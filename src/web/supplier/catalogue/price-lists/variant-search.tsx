import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WholesaleVariantData } from '#features/catalogue/catalog/management/price-lists/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { formatMoney } from '#web/console/data/format.ts'
import { Field } from '#web/ui/field.tsx'

/** Renders the search for a variant with a wholesale price by name or SKU; its callback gets the selected variant. */
export function VariantSearch(props: { label: string; onChoose: (variant: WholesaleVariantData) => void }) {
  const { label, onChoose } = props
  const [search, setSearch] = useState('')
  const text = search.trim()
  const query = useQuery({
    queryKey: ['supplier', 'wholesale-variants', text],
    queryFn: async ({ signal }) =>
      (await call('GET /supplier/wholesale-variants', { query: { search: text } }, { signal })).variants,
    enabled: text.length >= 2,
  })
  return (
    <div>
      <Field
        type="search"
        label={label}
        hint="Search by name or SKU. Only products with a wholesale price appear."
        maxLength={100}
        autoComplete="off"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        // Enter would submit a surrounding form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {text.length >= 2 && query.data && (
        <ul
          aria-label="Products found"
          className="mt-2 max-h-52 overflow-y-auto rounded-md border border-line"
        >
          {query.data.length === 0 && (
            <li className="px-3 py-2 text-sm text-ink-soft">No product matches.</li>
          )}
          {query.data.map((variant) => (
            <li key={variant.id}>
              <button
                type="button"
                onClick={() => {
                  onChoose(variant)
                  setSearch('')
                }}
                className="flex min-h-10 w-full items-center justify-between gap-3 px-3 py-1.5 text-start text-sm hover:bg-mist"
              >
                <span className="min-w-0 wrap-anywhere">{variant.label}</span>
                <span className="text-ink-soft tabular-nums">
                  {formatMoney(variant.wholesaleCents / 100)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
