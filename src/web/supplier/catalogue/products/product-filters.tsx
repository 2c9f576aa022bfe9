import { categoryLabel } from '#web/shared/product/category-names.ts'
import { SavedViewTabs, SaveView } from '#web/console/table/saved-views/saved-views.tsx'
import { DisplayChoice, useTableDisplay } from '#web/console/table/table-display.tsx'
import { FilterChip, TableSearch } from '#web/console/table/table-tools.tsx'
import { toAddress, useAddressChange } from '#web/console/table/use-address.ts'
import { SUPPLIER } from '../../console/addresses.ts'
import { useOwnWarehouses } from '../../fulfilment/warehouses/use-own-warehouses.ts'
import { DuplicateNotice, useProductCounts } from '../duplicates/duplicate-notice.tsx'
import { PLAIN_COLUMNS } from './product-columns.tsx'
import { parseProductSearch, PRODUCT_SORTS, PRODUCT_VIEWS } from './product-search.ts'

/** Renders the views, the search and the filters above the table of products. */
export function ProductFilters({ address }: { address: Readonly<Record<string, string>> }) {
  const search = parseProductSearch(address)
  const change = useAddressChange(SUPPLIER.products, address)
  const views = { list: 'supplier_products', path: SUPPLIER.products, address } as const
  const display = useTableDisplay(PLAIN_COLUMNS, address)
  const counts = useProductCounts().data
  return (
    <>
      <SavedViewTabs
        {...views}
        label="Views of your products"
        current={search.view}
        tabs={PRODUCT_VIEWS.map(({ id, label }) => ({
          id,
          label,
          href: toAddress(SUPPLIER.products, {
            view: id === 'all' ? undefined : id,
            columns: address['columns'],
            density: address['density'],
          }),
          count: counts?.counts[id],
        }))}
      />
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5">
        <TableSearch
          key={address['search'] ?? ''}
          label="Search products"
          placeholder="Title or SKU"
          value={search.search ?? ''}
          onSearch={(text) => change({ search: text, row: undefined })}
        />
        <FilterChip
          label="Category"
          value={search.category}
          options={(counts?.categories ?? []).map((value) => ({ value, label: categoryLabel(value) }))}
          onChange={(category) => change({ category, row: undefined })}
        />
        <WarehouseFilter
          value={search.warehouse}
          onChange={(warehouse) => change({ warehouse, row: undefined })}
        />
        <div className="ms-auto flex flex-wrap items-center gap-x-4 gap-y-2">
          <SaveView {...views} />
          <Choice
            label="Sort"
            value={search.sort}
            options={PRODUCT_SORTS}
            onChange={(sort) => change({ sort, row: undefined })}
          />
          <span className="max-md:hidden">
            <DisplayChoice columns={PLAIN_COLUMNS} display={display} change={change} />
          </span>
        </div>
      </div>
      <DuplicateNotice className="border-b border-line px-4 py-2.5" />
    </>
  )
}

function WarehouseFilter(props: {
  value: string | undefined
  onChange: (warehouse: string | undefined) => void
}) {
  const warehouses = useOwnWarehouses().data ?? []
  if (warehouses.length < 2) return null
  const options = warehouses.map(({ id, name }) => ({ value: String(id), label: name }))
  return <FilterChip label="Warehouse" options={options} {...props} />
}

function Choice(props: {
  label: string
  className?: string
  value: string
  options: readonly Readonly<{ id: string; label: string }>[]
  onChange: (value: string) => void
}) {
  const { label, className = '', value, options, onChange } = props
  return (
    <label className={`flex items-center gap-2 text-xs text-ink-soft ${className}`}>
      {label}
      <select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-8 rounded-md border border-line bg-sheet px-2 text-ink max-md:h-11"
      >
        {options.map(({ id, label: text }) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
