import { useState } from 'react'
import type { ProductCardData } from '#features/catalogue/catalog/contract.ts'
import { explainError } from '#web/app/calls/api.ts'
import type { PageContext, ViewProps } from '#web/app/router/page.ts'
import { page } from '#web/app/router/page.ts'
import { Pagination } from '#web/shared/paging/pagination.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { connectedCurrency, useConnections } from '#web/shared/connections/use-connections.ts'
import { ListedProducts, ListPicker } from './list-browser.tsx'
import { fromProductCard } from './selectable-product.ts'
import { SelectionTable } from './selection-table.tsx'
import { useSelection } from './use-selection.ts'
import { VendorFrame } from './vendor-frame.tsx'

/** A page of the marketplace's products; `failure` is the message if they could not be loaded. */
export type SelectionData = Readonly<{
  searchText: string
  products: readonly ProductCardData[]
  total: number
  page: number
  pages: number
  failure?: string
}>

const PRODUCTS_PER_PAGE = 20

/** /v-onboard-two: the second step, where a vendor selects products for their store. */
export const selectionPage = page<SelectionData>({
  load: loadProducts,
  head: ({ searchText }) => ({
    title: 'Choose your products',
    description: 'Choose products from verified suppliers for your store and set your prices.',
    canonical: '/v-onboard-two',
    isUnlisted: searchText !== '',
  }),
  View: SelectionView,
  Pending: SelectionSkeleton,
})

async function loadProducts({ call, search }: PageContext): Promise<SelectionData> {
  const searchText = (search['search'] ?? '').trim().slice(0, 100)
  const requestedPage = Number(search['page'])
  const pageNumber =
    Number.isInteger(requestedPage) && requestedPage > 0 && requestedPage <= 1_000_000 ? requestedPage : 1
  const query = { page: pageNumber, limit: PRODUCTS_PER_PAGE }
  try {
    const answer =
      searchText === ''
        ? await call('GET /shop/getAllProducts', { query })
        : await call('POST /shop/advanceProductSearch', {
            query,
            body: { data: { productName: searchText } },
          })
    const { getProduct: products, total = products.length, pages = 1 } = answer
    return { searchText, products, total, page: pageNumber, pages }
  } catch (error) {
    const failure = explainError(error, 'We couldn’t load the products. Please try again in a moment.')
    return { searchText, products: [], total: 0, page: 1, pages: 0, failure }
  }
}

/** Renders the page: a search, the table of its results, and the number of selected products. */
export function SelectionView({ data }: ViewProps<SelectionData>) {
  const { searchText, products, page: shown, pages } = data
  const connections = useConnections()
  const selection = useSelection({ ids: products.map(({ id }) => id) })
  const currency = connectedCurrency(connections.state)
  const hrefOf = (number: number) => selectionHref(searchText, number)
  const [list, setList] = useState('')
  const setting = { selection, currency }
  return (
    <VendorFrame
      step={2}
      title="Browse and Select Products"
      text="Select the products you want to sell. Use the pencil to set your own price and quantity."
      ways={{ back: '/v-onboard-one', next: '/v-onboard-three' }}
    >
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <SelectionSearch searchText={searchText} />
        {selection.isSaved && <ListPicker value={list} onChange={setList} />}
        <p role="status" className="text-sm text-ink-soft tabular-nums">
          {selection.state.kind === 'listed' && `${selection.state.total} selected`}
        </p>
      </div>
      {selection.state.kind === 'failed' && (
        <p role="alert" className="mb-6 rounded-md bg-danger-mist px-5 py-4 text-sm text-danger">
          {selection.state.message}
        </p>
      )}
      {list !== '' ? (
        <ListedProducts key={list} id={list} setting={setting} onRemoved={() => setList('')} />
      ) : products.length === 0 ? (
        <NoProductsFound data={data} />
      ) : (
        <>
          <SelectionTable
            caption="products from marketplace"
            products={products.map(fromProductCard)}
            setting={setting}
          />
          {pages > 1 && (
            <div className="mt-8">
              <Pagination page={shown} pages={pages} hrefOf={hrefOf} />
            </div>
          )}
        </>
      )}
    </VendorFrame>
  )
}

function selectionHref(searchText: string, number: number): string {
  const query = new URLSearchParams({
    ...(searchText ? { search: searchText } : {}),
    ...(number > 1 ? { page: String(number) } : {}),
  })
  return query.size > 0 ? `/v-onboard-two?${query}` : '/v-onboard-two'
}

function SelectionSearch({ searchText }: { searchText: string }) {
  return (
    <search className="w-full max-w-lg">
      <form action="/v-onboard-two" className="flex items-end gap-2">
        <Field
          key={searchText}
          name="search"
          type="search"
          label="Search products"
          placeholder="Ring, pearl, 18k gold …"
          defaultValue={searchText}
          maxLength={100}
          className="grow"
        />
        <Button type="submit" variant="outline" className="min-h-12">
          Search
        </Button>
      </form>
    </search>
  )
}

function NoProductsFound({ data: { searchText, failure } }: { data: SelectionData }) {
  return (
    <div
      role={failure ? 'alert' : undefined}
      className="rounded-md border border-line bg-sheet px-6 py-14 text-center"
    >
      <p>
        {failure ?? (searchText ? `No products found for “${searchText}”.` : 'There are no products yet.')}
      </p>
      {searchText && (
        <ButtonLink href="/v-onboard-two" variant="outline" size="sm" className="mt-5">
          Show all products
        </ButtonLink>
      )}
    </div>
  )
}

function SelectionSkeleton() {
  return (
    <div className="page-width flex flex-col gap-4 py-10 md:py-16" aria-busy="true">
      <Skeleton className="h-10 w-80 max-w-full" />
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-20 w-full" />
      ))}
    </div>
  )
}
