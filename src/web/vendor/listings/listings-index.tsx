import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useMemo, useState } from 'react'
import type { ListingData } from '#features/stores/listings/contract.ts'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action, ActionLink } from '#web/console/parts/button.tsx'
import { Problem } from '#web/console/parts/dialog.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { DataTable } from '#web/console/table/data-table.tsx'
import { BulkBar, FilterChip, TablePages, TableSearch, ViewTabs } from '#web/console/table/table-tools.tsx'
import { toAddress, useAddressChange } from '#web/console/table/use-address.ts'
import { VENDOR } from '../console/addresses.ts'
import type { SectionProps } from '../console/vendor-page.tsx'
import { CostAlerts } from './cost-alerts.tsx'
import { createListingColumns, ListingCard } from './listing-columns.tsx'
import { LISTING_TABS } from './listing-status.ts'
import { PriceDialog } from './price-dialog.tsx'
import {
  type ChosenListings,
  type ListingAction,
  useListingAction,
  usePlanPublishing,
} from './use-listing-actions.ts'

type ListingsAnswer = AnswerTo<'GET /vendor/listings'>
type Selected = NonNullable<ComponentProps<typeof DataTable>['selection']>['selected']

const PAGE_SIZE = 100

/** The vendor's listings in all stores. What is shown is in the address, so that it can be shared and gone back to. */
export function ListingsIndex({ search: address }: SectionProps) {
  const search = parseSearch(address)
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
        <ActionLink href={VENDOR.products}>Choose products</ActionLink>
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
        <ListingFilters search={search} stores={stores} change={change} />
        <Loaded query={query}>
          {(answer) => (
            <ListingsTable
              answer={answer}
              isFiltered={search.search !== undefined || search.view !== 'all' || search.store !== undefined}
              onPage={(next) => change({ page: next === 1 ? undefined : next })}
            />
          )}
        </Loaded>
      </div>
    </>
  )
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
  props: Pick<ListingsAnswer, 'stores'> & {
    search: ReturnType<typeof parseSearch>
    change: ReturnType<typeof useAddressChange>
  },
) {
  const { search, stores, change } = props
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5">
      <TableSearch
        key={search.search ?? ''}
        label="Search listings"
        placeholder="Product, SKU, supplier"
        value={search.search ?? ''}
        onSearch={(text) => change({ search: text, page: undefined })}
      />
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

/** What the address of the index asks for; what it cannot mean is left out. */
function parseSearch(address: Readonly<Record<string, string>>) {
  const pageNumber = Number(address['page'])
  return {
    view: LISTING_TABS.find(({ id }) => id === address['view'])?.id ?? 'all',
    page: Number.isSafeInteger(pageNumber) && pageNumber >= 1 && pageNumber <= 10_000 ? pageNumber : 1,
    search: address['search']?.trim().slice(0, 100) || undefined,
    store: /^stc_[0-9a-f]{32}$/.test(address['store'] ?? '') ? address['store'] : undefined,
  }
}

function PublishAction({ stores, store }: { stores: ListingsAnswer['stores']; store: string | undefined }) {
  const plan = usePlanPublishing()
  const shown = store === undefined ? stores : stores.filter(({ id }) => id === store)
  return shown.map(({ id, name }, index) => (
    <Action
      key={id}
      look={index === 0 ? 'primary' : 'outline'}
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
  const [priced, setPriced] = useState<ListingData>()
  const [selected, setSelected] = useState<Selected>({})
  const columns = useMemo(() => createListingColumns(setPriced), [])
  const queries = useQueryClient()
  if (total === 0) return <NoListings isFiltered={props.isFiltered} hasStore={stores.length > 0} />
  return (
    <>
      <DataTable
        label="Listings"
        columns={columns}
        items={listings}
        getId={toKey}
        getName={({ name }) => name}
        selection={{ selected, onChange: setSelected }}
        card={(listing) => <ListingCard listing={listing} onPrice={setPriced} />}
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
        onClear={() => setSelected({})}
      />
      {priced && (
        <PriceDialog
          listing={priced}
          onClose={() => setPriced(undefined)}
          onSaved={() => {
            toast.success('Price saved.')
            void queries.invalidateQueries({ queryKey: ['vendor', 'listings'] })
          }}
        />
      )}
    </>
  )
}

function toKey({ store, productId }: ListingData): string {
  return `${store.id} ${productId}`
}

function BulkActions({ listings, onClear }: { listings: readonly ListingData[]; onClear: () => void }) {
  const action = useListingAction(onClear)
  const plan = usePlanPublishing()
  const chosen = [...Map.groupBy(listings, ({ store }) => store.id)].map(
    ([storeId, group]): ChosenListings => ({ storeId, productIds: group.map(({ productId }) => productId) }),
  )
  const [first] = chosen
  const hasCostAlert = listings.some(({ costAlert }) => costAlert !== null)
  const actions: readonly (readonly [ListingAction, string])[] = [
    ...(hasCostAlert
      ? ([
          ['follow_rule', 'Follow my rules'],
          ['keep_price', 'Keep price'],
        ] as const)
      : []),
    ['update', 'Update now'],
    ['take_off', 'Take off sale'],
    ['put_back', 'Put back on sale'],
  ]
  return (
    <BulkBar count={listings.length} onClear={onClear}>
      {actions.map(([name, label]) => (
        <Action
          key={name}
          isSmall
          busy={action.isPending}
          onClick={() => action.mutate({ action: name, chosen })}
        >
          {label}
        </Action>
      ))}
      {first && chosen.length === 1 && (
        <Action isSmall busy={plan.isPending} onClick={() => plan.mutate(first)}>
          Plan publishing these
        </Action>
      )}
    </BulkBar>
  )
}

function NoListings({ isFiltered, hasStore }: { isFiltered: boolean; hasStore: boolean }) {
  if (isFiltered)
    return (
      <Empty title="No listings here" text="No listing matches this view and its search.">
        <ActionLink href={VENDOR.listings}>Show all listings</ActionLink>
      </Empty>
    )
  return hasStore ? (
    <Empty
      title="No listings yet"
      text="Choose products of the marketplace, then plan publishing them to your store."
    >
      <ActionLink look="primary" href={VENDOR.products}>
        Choose products
      </ActionLink>
    </Empty>
  ) : (
    <Empty title="No store is connected" text="Connect your store, or try everything with a practice shop.">
      <ActionLink look="primary" href={VENDOR.store}>
        Connect a store
      </ActionLink>
    </Empty>
  )
}
