import { type SubmitEvent, useEffect, useState } from 'react'
import type { ProductListData } from '#features/stores/listings/lists/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field } from '#web/ui/field.tsx'

const FAILURE = 'We couldn’t update your lists. Please try again in a moment.'

/** Renders the vendor's lists with a product's membership, and a field for a new list. */
export function ProductLists({ productId }: { productId: string }) {
  const { lists, change, create } = useLists(productId)
  const [name, setName] = useState('')
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (name.trim() === '') return
    void create(name).then((isDone) => isDone && setName(''))
  }
  if (!lists) return null
  return (
    <section aria-label="Lists" className="flex flex-col gap-3 text-sm">
      <h3 className="font-semibold">Lists</h3>
      {lists.length > 0 && (
        <ul className="flex flex-wrap gap-x-6 gap-y-2">
          {lists.map((list) => (
            <li key={list.id}>
              <Checkbox
                label={`${list.name} (${list.products})`}
                checked={list.hasProduct}
                onChange={({ target }) => void change(list, target.checked)}
              />
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={submit} className="flex max-w-md items-end gap-2">
        <Field
          label="New list with this product"
          placeholder="Summer, gifts, to check …"
          maxLength={60}
          autoComplete="off"
          className="grow"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" variant="outline" className="min-h-12">
          Add
        </Button>
      </form>
    </section>
  )
}

/** Returns the lists, each with whether it contains the product; null while they load and on failure. */
function useLists(productId: string) {
  const [lists, setLists] = useState<readonly ProductListData[] | null>(null)
  const load = async (signal?: AbortSignal) => {
    const query = { product: productId }
    setLists((await call('GET /vendor/product-lists', { query }, signal ? { signal } : {})).lists)
  }
  useEffect(() => {
    const abort = new AbortController()
    call('GET /vendor/product-lists', { query: { product: productId } }, { signal: abort.signal })
      .then((answer) => setLists(answer.lists))
      // Without lists the product can still be selected.
      .catch(() => undefined)
    return () => abort.abort()
  }, [productId])
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work()
      await load()
      return true
    } catch (error) {
      toast.error(explainError(error, FAILURE))
      return false
    }
  }
  const put = (id: string, isOnList: boolean) =>
    call('POST /vendor/product-lists/{id}/products', {
      params: { id },
      body: { productIds: [productId], isOnList },
    })
  return {
    lists,
    change: ({ id }: ProductListData, isOnList: boolean) => run(() => put(id, isOnList)),
    create: (name: string) =>
      run(async () => {
        const { list } = await call('POST /vendor/product-lists', { body: { name } })
        await put(list.id, true)
      }),
  }
}
