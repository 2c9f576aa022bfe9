import { useEffect, useState } from 'react'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { fromProductCard } from './selectable-product.ts'
import { SelectionTable, type SelectionTableContext } from './selection-table.tsx'

type Lists = AnswerTo<'GET /vendor/product-lists'>['lists']
type ListPage = AnswerTo<'GET /vendor/product-lists/{id}/products'>

/** Renders the select of the vendor's lists; nothing without lists. */
export function ListPicker({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const [lists, setLists] = useState<Lists>([])
  useEffect(() => {
    const abort = new AbortController()
    call('GET /vendor/product-lists', {}, { signal: abort.signal })
      .then((answer) => setLists(answer.lists))
      // If the lists can't be loaded, all products are shown.
      .catch(() => undefined)
    return () => abort.abort()
  }, [value])
  if (lists.length === 0) return null
  return (
    <Select label="List" value={value} className="w-56" onChange={({ target }) => onChange(target.value)}>
      <option value="">All products</option>
      {lists.map(({ id, name, products }) => (
        <option key={id} value={id}>
          {name} ({products})
        </option>
      ))}
    </Select>
  )
}

/** Renders the products of a list in the selection table. */
export function ListedProducts(props: { id: string; setting: SelectionTableContext; onRemoved: () => void }) {
  const { id, setting, onRemoved } = props
  const [page, setPage] = useState(1)
  const listed = useListed(id, page)
  if (listed === undefined) return <Skeleton className="h-40 w-full" />
  if (typeof listed === 'string')
    return (
      <p role="alert" className="text-sm text-danger">
        {listed}
      </p>
    )
  const remove = async () => {
    try {
      await call('POST /vendor/product-lists/{id}/remove', { params: { id } })
      toast.success('The list is deleted. Its products stay as they are.')
      onRemoved()
    } catch (error) {
      toast.error(explainError(error, 'We couldn’t delete the list. Please try again in a moment.'))
    }
  }
  return (
    <>
      {listed.products.length === 0 ? (
        <p className="rounded-md border border-line bg-sheet px-6 py-14 text-center">
          Nothing is on this list yet. Use the pencil of a product to add it.
        </p>
      ) : (
        <SelectionTable
          caption="products of your list"
          products={listed.products.map(fromProductCard)}
          setting={setting}
        />
      )}
      <div className="mt-6 flex flex-wrap items-center gap-3">
        {listed.pages > 1 && (
          <>
            <Button variant="outline" disabled={page <= 1} onClick={() => setPage(page - 1)}>
              Previous
            </Button>
            <span className="text-sm tabular-nums">
              {listed.page} of {listed.pages}
            </span>
            <Button variant="outline" disabled={page >= listed.pages} onClick={() => setPage(page + 1)}>
              Next
            </Button>
          </>
        )}
        <Button variant="quiet" onClick={() => void remove()}>
          Delete this list
        </Button>
      </div>
    </>
  )
}

/** Returns a page of a list; undefined while it loads, and the message of a failure. */
function useListed(id: string, page: number): ListPage | string | undefined {
  const [loaded, setLoaded] = useState<ListPage | string>()
  useEffect(() => {
    const abort = new AbortController()
    setLoaded(undefined)
    call(
      'GET /vendor/product-lists/{id}/products',
      { params: { id }, query: { page } },
      { signal: abort.signal },
    )
      .then(setLoaded)
      .catch((error: unknown) => {
        if (!abort.signal.aborted)
          setLoaded(explainError(error, 'We couldn’t load the list. Please try again in a moment.'))
      })
    return () => abort.abort()
  }, [id, page])
  return loaded
}
