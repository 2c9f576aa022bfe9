import { useState } from 'react'
import type { ProductCardData } from '#features/catalogue/catalog/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Action } from '#web/console/parts/button.tsx'
import { Field } from '#web/ui/field.tsx'

/** Renders a search of the marketplace’s products, whose callback gets the selected one. */
export function ProductSearch({ label, onChosen }: { label: string; onChosen: (id: string) => void }) {
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<readonly ProductCardData[]>()
  const [isBusy, setIsBusy] = useState(false)
  const search = () => {
    if (typed.trim() === '') return
    setIsBusy(true)
    call('POST /shop/advanceProductSearch', {
      query: { page: 1, limit: 8 },
      body: { data: { productName: typed.trim() } },
    })
      .then(({ getProduct }) => setFound(getProduct))
      .catch((error: unknown) =>
        toast.error(explainError(error, 'We couldn’t search. Please try again in a moment.')),
      )
      .finally(() => setIsBusy(false))
  }
  return (
    <search>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          search()
        }}
      >
        <Field
          label={label}
          type="search"
          placeholder="Ring, pearl, 18k gold …"
          maxLength={100}
          className="grow"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Action type="submit" busy={isBusy}>
          Search
        </Action>
      </form>
      {found?.length === 0 && <p className="mt-2 text-sm text-ink-soft">No products found.</p>}
      {found && found.length > 0 && (
        <ProductsFound
          products={found}
          onChosen={(id) => {
            setFound(undefined)
            setTyped('')
            onChosen(id)
          }}
        />
      )}
    </search>
  )
}

function ProductsFound(props: { products: readonly ProductCardData[]; onChosen: (id: string) => void }) {
  return (
    <ul aria-label="Products found" className="mt-2 divide-y divide-line rounded-md border border-line">
      {props.products.map(({ id, name }) => (
        <li key={id}>
          <button
            type="button"
            className="min-h-11 w-full px-3 text-start text-sm wrap-anywhere hover:bg-mist"
            onClick={() => props.onChosen(id)}
          >
            {name}
          </button>
        </li>
      ))}
    </ul>
  )
}
