import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, Plus } from 'lucide'
import { useMemo, useState } from 'react'
import type { ListedProductData } from '#features/catalogue/catalog/product-list/contract.ts'
import { call, explainError, sendWithSession } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { saveFile } from '#web/console/data/open-file.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action, ActionLink } from '#web/console/parts/button.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { DataTable, type Selection } from '#web/console/table/data-table.tsx'
import { TablePages } from '#web/console/table/table-tools.tsx'
import { toAddress, useAddressChange } from '#web/console/table/use-address.ts'
import { productAddress, SUPPLIER } from '../console/addresses.ts'
import type { SectionProps } from '../console/supplier-page.tsx'
import { HistoryDialog } from './history-dialog.tsx'
import { ProductBulkBar } from './product-bulk-bar.tsx'
import { createProductColumns, ProductCard, VariantRows } from './product-columns.tsx'
import { ProductFilters } from './product-filters.tsx'
import { parseProductSearch, type ProductSearch } from './product-search.ts'
import { PRODUCTS_KEY } from './use-variant-edit.ts'

/** The index of a supplier's products. What is shown is in the address, so that it can be shared and gone back to. */
export function ProductsIndex({ search: address }: SectionProps) {
  const search = parseProductSearch(address)
  const change = useAddressChange(SUPPLIER.products, address)
  const query = useQuery({
    queryKey: [...PRODUCTS_KEY, search],
    queryFn: ({ signal }) => call('GET /supplier/products', { query: search }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHead title="Products">
        <ExportAction search={search} />
        <ActionLink href={SUPPLIER.imports}>Import</ActionLink>
        <ActionLink look="primary" icon={Plus} href={productAddress()}>
          Add product
        </ActionLink>
      </PageHead>
      <div className="console-panel">
        <ProductFilters address={address} />
        <Loaded query={query}>
          {(answer) => (
            <ProductsTable
              // What was selected on a page or in a view is not carried to another.
              key={JSON.stringify(search)}
              answer={answer}
              search={search}
              onPage={(next) => change({ page: next === 1 ? undefined : next })}
            />
          )}
        </Loaded>
      </div>
    </>
  )
}

/** Saves what is filtered as a CSV file. */
function ExportAction({ search }: { search: ProductSearch }) {
  const [isBusy, setIsBusy] = useState(false)
  const { view, search: text, category } = search

  async function save(): Promise<void> {
    setIsBusy(true)
    const address = toAddress('/supplier/product-export', { view, search: text, category })
    try {
      await saveFile(() => sendWithSession(address, {}), 'products.csv')
    } catch (error) {
      toast.error(explainError(error, 'We couldn’t export your products. Please try again.'))
    }
    setIsBusy(false)
  }

  return (
    <Action icon={Download} busy={isBusy} onClick={() => void save()}>
      Export
    </Action>
  )
}

function ProductsTable(props: {
  answer: AnswerTo<'GET /supplier/products'>
  search: ProductSearch
  onPage: (page: number) => void
}) {
  const { products, page, pages, total } = props.answer
  const { view, search, category, pageSize } = props.search
  const [selected, setSelected] = useState<Selection['selected']>({})
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState<ListedProductData>()
  const columns = useMemo(
    () =>
      createProductColumns({
        isExpanded: (id) => expanded.has(id),
        onExpand: (id) => setExpanded((before) => toggle(before, id)),
        onHistory: setShown,
      }),
    [expanded],
  )
  if (total === 0) return <NoProducts isFiltered={Boolean(search || category) || view !== 'all'} />
  return (
    <>
      <DataTable
        label="Products"
        columns={columns}
        items={products}
        getId={({ id }) => id}
        getName={({ title }) => title}
        selection={{ selected, onChange: setSelected }}
        rowsBelow={(product) => expanded.has(product.id) && <VariantRows product={product} />}
        card={(product) => <ProductCard product={product} onHistory={setShown} />}
      />
      <TablePages
        page={page}
        pages={pages}
        total={total}
        pageSize={pageSize}
        noun={total === 1 ? 'product' : 'products'}
        onPage={props.onPage}
      />
      <ProductBulkBar
        productIds={products.filter(({ id }) => selected[id]).map(({ id }) => id)}
        onClear={() => setSelected({})}
      />
      <HistoryDialog product={shown} onClose={() => setShown(undefined)} />
    </>
  )
}

function toggle(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

function NoProducts({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No products here" text="No product matches this view and its filters.">
      <ActionLink href={SUPPLIER.products}>Show all products</ActionLink>
    </Empty>
  ) : (
    <Empty
      title="No products yet"
      text="Add your first product, or import the products of your own online store."
    >
      <ActionLink href={SUPPLIER.imports}>Import products</ActionLink>
      <ActionLink look="primary" href={productAddress()}>
        Add product
      </ActionLink>
    </Empty>
  )
}
