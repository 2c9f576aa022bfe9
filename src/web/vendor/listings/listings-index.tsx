import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useMemo, useState } from 'react'
import type { ListingData } from '#features/stores/listings/contract.ts'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { downloadFile, type ServerFile } from '#web/console/data/file-actions.ts'
import { useCan } from '#web/console/frame/business.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action, ActionLink } from '#web/console/parts/button.tsx'
import { Problem } from '#web/console/parts/dialog.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { DataTable } from '#web/console/table/data-table.tsx'
import { FilterChip, TablePages, TableSearch, ViewTabs } from '#web/console/table/table-tools.tsx'
import { toAddress, useAddressChange } from '#web/console/table/use-address.ts'
import { VENDOR } from '../console/addresses.ts'
import { NoStore } from '../console/no-store.tsx'
import type { SectionProps } from '../console/vendor-page.tsx'
import { BulkActions } from './bulk-actions.tsx'
import { CostAlerts } from './cost-alerts.tsx'
import { FieldsDialog } from './fields-dialog.tsx'
import { createListingColumns, ListingCard } from './listing-columns.tsx'
import { LISTING_TABS } from './listing-status.ts'
import { PriceDialog } from './price-dialog.tsx'
import { VariantsDialog } from './variants-dialog.tsx'
import { usePlanPublishing } from './use-listing-actions.ts'

type ListingsAnswer = AnswerTo<'GET /vendor/listings'>
type RowSelection = NonNullable<ComponentProps<typeof DataTable>['selection']>['selected']

const PAGE_SIZE = 100

/**
 * Renders the vendor's listings in all stores. Its state is in the address, so that it can be shared and restored on
 * Back.
 */
export function ListingsIndex({ search: address }: SectionProps) {
  const search = parseSearch(address)
  const can = useCan()
  const change = useAddressChange(VENDOR.listings, address)
  const query = useQuery({
    queryKey: ['vendor', 'listings', search],
    queryFn: ({ signal }) => call('GET /vendor/listings', { query: search }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  })
  const stores = query.data?.stores ?? []
  return (
    <>
      <PageHead title="Listings">
        <Action onClick={() => void downloadFile(toExport(search))}>Export CSV</Action>
        {can('listings:write') && <ActionLink href={VENDOR.products}>Choose products</ActionLink>}
        <PublishAction stores={stores} store={search.store} />
      </PageHead>
      <StoreProblems stores={stores} />
      {search.view === 'cost_up' && <CostAlerts />}
      <div className="console-panel">
        <ViewTabs
          label="Views of your listings"
          current={search.view}
          tabs={LISTING_TABS.map(({ id, label }) => ({
            id,
            label,
            href: toAddress(VENDOR.listings, {
              ...search,
              page: undefined,
              view: id === 'all' ? undefined : id,
            }),
            count: query.data?.counts[id],
          }))}
        />
        <ListingFilters search={search} stores={stores} tags={query.data?.tags ?? []} change={change} />
        <Loaded query={query}>
          {(answer) => (
            <ListingsTable
              answer={answer}
              isFiltered={[search.search, search.store, search.tag].some(Boolean) || search.view !== 'all'}
              onPage={(next) => change({ page: next === 1 ? undefined : next })}
            />
          )}
        </Loaded>
      </div>
    </>
  )
}

/** Returns the export file of the filtered listings on all pages. */
function toExport({ view, search, store, tag }: ReturnType<typeof parseSearch>): ServerFile {
  const query = new URLSearchParams({
    view,
    ...(search ? { search } : {}),
    ...(store ? { store } : {}),
    ...(tag ? { tag } : {}),
  })
  return {
    path: `/vendor/listing-export?${query}`,
    name: 'listings.csv',
    failure: 'We couldn’t export your listings. Please try again in a moment.',
  }
}

function StoreProblems({ stores }: Pick<ListingsAnswer, 'stores'>) {
  return stores.map(({ id, name, problem }) =>
    problem === null ? null : (
      <div key={id} className="mb-3">
        <Problem text={`${name}: ${problem}`} />
      </div>
    ),
  )
}

function ListingFilters(
  props: Pick<ListingsAnswer, 'stores' | 'tags'> & {
    search: ReturnType<typeof parseSearch>
    change: ReturnType<typeof useAddressChange>
  },
) {
  const { search, stores, tags, change } = props
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5">
      <TableSearch
        key={search.search ?? ''}
        label="Search listings"
        placeholder="Product, SKU, supplier"
        value={search.search ?? ''}
        onSearch={(text) => change({ search: text, page: undefined })}
      />
      {(tags.length > 0 || search.tag !== undefined) && (
        <FilterChip
          label="Tag"
          value={search.tag}
          options={tags.map(({ tag, products }) => ({ value: tag, label: `${tag} (${products})` }))}
          onChange={(tag) => change({ tag, page: undefined })}
        />
      )}
      {stores.length > 1 && (
        <FilterChip
          label="Store"
          value={search.store}
          options={stores.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(store) => change({ store, page: undefined })}
        />
      )}
    </div>
  )
}

/** Parses the search in the address of the index; invalid values are omitted. */
function parseSearch(address: Readonly<Record<string, string>>) {
  const pageNumber = Number(address['page'])
  return {
    view: LISTING_TABS.find(({ id }) => id === address['view'])?.id ?? 'all',
    page: Number.isSafeInteger(pageNumber) && pageNumber >= 1 && pageNumber <= 10_000 ? pageNumber : 1,
    search: address['search']?.trim().slice(0, 100) || undefined,
    tag: address['tag']?.trim().slice(0, 40) || undefined,
    store: /^stc_[0-9a-f]{32}$/.test(address['store'] ?? '') ? address['store'] : undefined,
  }
}

function PublishAction({ stores, store }: { stores: ListingsAnswer['stores']; store: string | undefined }) {
  const plan = usePlanPublishing()
  const shown = store === undefined ? stores : stores.filter(({ id }) => id === store)
  return shown.map(({ id, name }, index) => (
    <Action
      key={id}
      variant={index === 0 ? 'primary' : 'outline'}
      busy={plan.isPending}
      onClick={() => plan.mutate({ storeId: id })}
    >
      {shown.length > 1 ? `Plan publishing to ${name}` : 'Plan publishing'}
    </Action>
  ))
}

function ListingsTable(props: {
  answer: ListingsAnswer
  isFiltered: boolean
  onPage: (page: number) => void
}) {
  const { listings, page, pages, total, stores } = props.answer
  const [opened, setOpened] = useState<OpenedListing>()
  const [selected, setSelected] = useState<RowSelection>({})
  const openers = useMemo(
    () => ({
      onPrice: (listing: ListingData) => setOpened({ dialog: 'price', listing }),
      onVariants: (listing: ListingData) => setOpened({ dialog: 'variants', listing }),
      onFields: (listing: ListingData) => setOpened({ dialog: 'fields', listing }),
    }),
    [],
  )
  const columns = useMemo(() => createListingColumns(openers), [openers])
  // The dialog stays open if its listing leaves the view, such as the last one after its repair.
  const dialog = opened && <OpenedDialog {...opened} onClose={() => setOpened(undefined)} />
  if (total === 0)
    return (
      <>
        <NoListings isFiltered={props.isFiltered} hasStore={stores.length > 0} />
        {dialog}
      </>
    )
  return (
    <>
      <DataTable
        label="Listings"
        columns={columns}
        items={listings}
        getId={toKey}
        getName={({ name }) => name}
        selection={{ selected, onChange: setSelected }}
        card={(listing) => <ListingCard listing={listing} {...openers} />}
      />
      <TablePages
        page={page}
        pages={pages}
        total={total}
        pageSize={PAGE_SIZE}
        noun={total === 1 ? 'listing' : 'listings'}
        onPage={(next) => {
          setSelected({})
          props.onPage(next)
        }}
      />
      <BulkActions
        listings={listings.filter((listing) => selected[toKey(listing)])}
        tags={props.answer.tags.map(({ tag }) => tag)}
        onClear={() => setSelected({})}
      />
      {dialog}
    </>
  )
}

type OpenedListing = Readonly<{ dialog: 'price' | 'variants' | 'fields'; listing: ListingData }>

function OpenedDialog({ dialog, listing, onClose }: OpenedListing & { onClose: () => void }) {
  const queries = useQueryClient()
  const { store, productId } = listing
  if (dialog === 'variants') return <VariantsDialog listing={listing} onClose={onClose} />
  if (dialog === 'fields')
    return (
      <FieldsDialog
        chosen={{ storeId: store.id, productIds: [productId] }}
        storeName={store.name}
        onClose={onClose}
      />
    )
  return (
    <PriceDialog
      listing={listing}
      onClose={onClose}
      onSaved={() => {
        toast.success('Price saved.')
        void queries.invalidateQueries({ queryKey: ['vendor', 'listings'] })
      }}
    />
  )
}

function toKey({ store, productId }: ListingData): string {
  return `${store.id} ${productId}`
}

function NoListings({ isFiltered, hasStore }: { isFiltered: boolean; hasStore: boolean }) {
  const can = useCan()
  if (isFiltered)
    return (
      <Empty title="No listings here" text="No listing matches this view and its search.">
        <ActionLink href={VENDOR.listings}>Show all listings</ActionLink>
      </Empty>
    )
  return hasStore ? (
    <Empty
      title="No listings yet"
      text="Choose products on the marketplace, then plan how to publish them to your store."
    >
      {can('listings:write') && (
        <ActionLink variant="primary" href={VENDOR.products}>
          Choose products
        </ActionLink>
      )}
    </Empty>
  ) : (
    <NoStore />
  )
}
