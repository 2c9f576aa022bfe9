import { useState } from 'react'
import { PagedList, usePages } from '#web/console/data/pages.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action, ActionLink } from '#web/console/parts/button.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { DataTable, type Selection } from '#web/console/table/data-table.tsx'
import { BulkBar, FilterChip, TableSearch, ViewTabs } from '#web/console/table/table-tools.tsx'
import { toAddress, useAddressChange } from '#web/console/table/use-address.ts'
import { OPERATOR } from '../console/addresses.ts'
import type { SectionProps } from '../console/operator-page.tsx'
import { type ProductsToDecide, DecisionDialog } from './decision-dialog.tsx'
import { PRODUCT_COLUMNS, ProductCard } from './product-columns.tsx'
import { type DecisionName, DECISIONS, listDecisions, type ListedProduct } from './product-texts.ts'

const VIEWS = [
  { id: 'all', label: 'All' },
  { id: 'to_review', label: 'To review' },
  { id: 'listed', label: 'Listed' },
  { id: 'refused', label: 'Refused' },
  { id: 'hidden', label: 'Hidden' },
] as const

/** Renders the products of all suppliers: those to review by age, and all others by search. */
export function ProductsIndex({ search }: SectionProps) {
  const view = VIEWS.find(({ id }) => id === search['view'])?.id ?? 'all'
  const text = search['search'] ?? ''
  const supplier = search['supplier']
  const change = useAddressChange(OPERATOR.products, search)
  const query = useProducts({ view, text, supplier })
  const counts: Readonly<Record<string, number>> = query.data?.pages[0]?.counts ?? {}
  return (
    <>
      <PageHead title="Products">
        <ActionLink href={OPERATOR.productRules}>Review rules</ActionLink>
      </PageHead>
      <div className="console-panel">
        <ViewTabs
          label="Views of the products"
          current={view}
          tabs={VIEWS.map(({ id, label }) => ({
            id,
            label,
            count: counts[id],
            href: toAddress(OPERATOR.products, {
              view: id === 'all' ? undefined : id,
              search: text,
              supplier,
            }),
          }))}
        />
        <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5">
          <TableSearch
            label="Search products"
            placeholder="Name, SKU or product ID"
            value={text}
            onSearch={(next) => change({ search: next })}
          />
          {supplier && (
            <FilterChip
              label="Supplier"
              value={supplier}
              options={[{ value: supplier, label: 'One supplier' }]}
              onChange={(next) => change({ supplier: next })}
            />
          )}
        </div>
        <PagedList query={query}>
          {({ pages }) => (
            <ProductsTable
              key={view}
              products={pages.flatMap(({ products }) => products)}
              view={view}
              isFiltered={view !== 'all' || text !== '' || supplier !== undefined}
            />
          )}
        </PagedList>
      </div>
    </>
  )
}

type Filter = Readonly<{ view: (typeof VIEWS)[number]['id']; text: string; supplier: string | undefined }>

function useProducts({ view, text, supplier }: Filter) {
  return usePages('GET /operator/products', {
    queryKey: ['operator', 'products', view, text, supplier],
    input: {
      query: {
        view,
        search: text,
        ...(supplier ? { supplier } : {}),
      },
    },
    keepsPrevious: true,
  })
}

function ProductsTable(props: { products: readonly ListedProduct[]; view: string; isFiltered: boolean }) {
  const { products, view, isFiltered } = props
  const [selected, setSelected] = useState<Selection['selected']>({})
  if (products.length === 0)
    return view === 'to_review' ? (
      <Empty title="Nothing to review" text="New and changed products that your rules hold appear here.">
        <ActionLink href={OPERATOR.productRules}>Set review rules</ActionLink>
      </Empty>
    ) : isFiltered ? (
      <Empty title="No products here" text="No product matches this view and search.">
        <ActionLink href={OPERATOR.products}>Show all products</ActionLink>
      </Empty>
    ) : (
      <Empty title="No products yet" text="Products appear here once suppliers publish them." />
    )
  return (
    <>
      <DataTable
        label="Products"
        columns={PRODUCT_COLUMNS}
        items={products}
        getId={({ id }) => id}
        getName={({ name }) => name}
        selection={{ selected, onChange: setSelected }}
        card={(product) => <ProductCard product={product} />}
      />
      <ProductBulkBar products={products.filter(({ id }) => selected[id])} onClear={() => setSelected({})} />
    </>
  )
}

/** The most products of a call. */
const MAX_DECIDED = 100

function ProductBulkBar({ products, onClear }: { products: readonly ListedProduct[]; onClear: () => void }) {
  const [chosen, setChosen] = useState<ProductsToDecide>()
  // The keys of the decisions are their names.
  const decisions = (Object.keys(DECISIONS) as DecisionName[]).filter((decision) =>
    products.every((product) => listDecisions(product).includes(decision)),
  )
  return (
    <>
      <BulkBar count={products.length} onClear={onClear}>
        {decisions.map((decision) => (
          <Action
            key={decision}
            onClick={() => setChosen({ decision, ids: products.slice(0, MAX_DECIDED).map(({ id }) => id) })}
          >
            {DECISIONS[decision].title} …
          </Action>
        ))}
        {decisions.length === 0 && <p className="px-1 text-sm">Select products with the same status</p>}
      </BulkBar>
      {chosen && <DecisionDialog chosen={chosen} onClose={() => setChosen(undefined)} onDone={onClear} />}
    </>
  )
}
