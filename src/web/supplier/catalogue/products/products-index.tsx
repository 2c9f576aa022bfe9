import { Download, Plus } from 'lucide'
import { Suspense, useMemo, useState } from 'react'
import type { ListedProductData } from '#features/catalogue/catalog/management/product-list/contract.ts'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { downloadFile } from '#web/console/data/file-actions.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action, ActionLink } from '#web/console/parts/button.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { LargeTable, type RowDetails } from '#web/console/table/large/large-table.tsx'
import { type RowSource, usePagedRows } from '#web/console/table/large/row-source.ts'
import { useTableDisplay } from '#web/console/table/table-display.tsx'
import { TableTotal } from '#web/console/table/table-tools.tsx'
import { toAddress, useAddressChange } from '#web/console/table/use-address.ts'
import { useRowSelection } from '#web/console/table/large/use-row-selection.ts'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { productAddress, SUPPLIER } from '../../console/addresses.ts'
import type { SectionProps } from '../../console/supplier-page.tsx'
import { ProductCard } from './product-card.tsx'
import { createProductColumns, PLAIN_COLUMNS, VariantRows } from './product-columns.tsx'
import { ProductFilters } from './product-filters.tsx'
import { parseProductSearch, type ProductSearch } from './product-search.ts'
import { PRODUCTS_KEY } from './use-variant-edit.ts'

const ProductBulkBar = lazyComponent(async () => (await import('./product-bulk-bar.tsx')).ProductBulkBar)

const HistoryDialog = lazyComponent(async () => (await import('./history-dialog.tsx')).HistoryDialog)

/** The number of products that are loaded at a time. */
const PAGE_SIZE = 100

/** The most products that can be selected, as on the server. */
const MAX_SELECTED = 5_000

/**
 * Renders the index of a supplier's products. Its state is in the address, so that it can be shared and restored on
 * Back.
 */
export function ProductsIndex({ search: address }: SectionProps) {
  const search = parseProductSearch(address)
  const { first, rows } = usePagedRows({
    queryKey: [...PRODUCTS_KEY, search],
    load: (page, signal) =>
      call('GET /supplier/products', { query: { ...search, page, pageSize: PAGE_SIZE } }, { signal }),
    read: readProducts,
    pageSize: PAGE_SIZE,
  })
  return (
    <>
      <PageHead title="Products">
        <ExportAction search={search} />
        <ActionLink href={SUPPLIER.imports}>Import</ActionLink>
        <ActionLink variant="primary" icon={Plus} href={productAddress()}>
          Add product
        </ActionLink>
      </PageHead>
      <div className="console-panel">
        <ProductFilters address={address} />
        <Loaded query={first}>
          {() => (
            <ProductsTable
              // The key resets the selection in another view.
              key={JSON.stringify(search)}
              rows={rows}
              search={search}
              address={address}
            />
          )}
        </Loaded>
      </div>
    </>
  )
}

function readProducts({ products, total }: AnswerTo<'GET /supplier/products'>) {
  return { items: products, total }
}

/** Renders the button that exports the filtered products as a CSV file. */
function ExportAction({ search }: { search: ProductSearch }) {
  const [isBusy, setIsBusy] = useState(false)
  const { view, search: text, category, warehouse } = search

  async function save(): Promise<void> {
    setIsBusy(true)
    await downloadFile({
      path: toAddress('/supplier/product-export', { view, search: text, category, warehouse }),
      name: 'products.csv',
      failure: 'We couldn’t export your products. Please try again in a moment.',
    })
    setIsBusy(false)
  }

  return (
    <Action icon={Download} busy={isBusy} onClick={() => void save()}>
      Export
    </Action>
  )
}

function ProductsTable(props: {
  rows: RowSource<ListedProductData>
  search: ProductSearch
  address: SectionProps['search']
}) {
  const { rows, search, address } = props
  const change = useAddressChange(SUPPLIER.products, address)
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
  const display = useTableDisplay(PLAIN_COLUMNS, address)
  const details = useMemo(() => createDetails(expanded), [expanded])
  const selection = useRowSelection({
    rows,
    getId,
    limit: MAX_SELECTED,
    loadIds: async () => (await call('GET /supplier/product-ids', { query: search })).ids,
  })
  if (rows.total === 0)
    return (
      <NoProducts
        isFiltered={Boolean(search.search || search.category || search.warehouse) || search.view !== 'all'}
      />
    )
  return (
    <>
      <LargeTable
        label="Products"
        columns={columns}
        rows={rows}
        getId={getId}
        getName={getTitle}
        getHref={getHref}
        selection={selection}
        display={display}
        details={details}
        card={(product) => <ProductCard product={product} onHistory={setShown} />}
        top={{
          index: Number(address['row']) || 0,
          onChange: (row) => change({ row: row || undefined }, { keepScroll: true }),
        }}
      />
      <TableTotal total={rows.total} noun={rows.total === 1 ? 'product' : 'products'} />
      <Suspense>
        {selection.count > 0 && (
          <ProductBulkBar productIds={Object.keys(selection.selected)} onClear={selection.clear} />
        )}
      </Suspense>
      <Suspense>{shown && <HistoryDialog product={shown} onClose={() => setShown(undefined)} />}</Suspense>
    </>
  )
}

const getId = ({ id }: ListedProductData) => id
const getTitle = ({ title }: ListedProductData) => title
const getHref = ({ id }: ListedProductData) => productAddress(id)

function createDetails(expanded: ReadonlySet<string>): RowDetails<ListedProductData> {
  return {
    count: ({ id, variants }) => (expanded.has(id) ? variants.length : 0),
    render: (product, columns) => <VariantRows product={product} columns={columns} />,
  }
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
      <ActionLink variant="primary" href={productAddress()}>
        Add product
      </ActionLink>
    </Empty>
  )
}
