import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PublishPlanData, PublishPlanItemData } from '#features/stores/listings/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { FieldChanges } from '#web/console/parts/field-changes.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { type DataColumn, DataTable } from '#web/console/table/data-table.tsx'
import { TablePages, ViewTabs } from '#web/console/table/table-tools.tsx'
import { toAddress, useAddressChange } from '#web/console/table/use-address.ts'
import { planAddress } from '../console/addresses.ts'

const PAGE_SIZE = 50

function listTabs({ counts, fields }: PublishPlanData) {
  return [
    ...(fields ? [] : [{ id: 'create', label: 'New', count: counts.create } as const]),
    { id: 'update', label: 'Changed', count: counts.update },
    { id: 'skip', label: 'Unchanged', count: counts.skip },
    { id: 'conflict', label: 'Conflicts', count: counts.conflict },
    ...(counts.notApplied > 0
      ? [
          {
            id: 'not_applied',
            label: fields ? 'Not updated' : 'Not published',
            count: counts.notApplied,
          } as const,
        ]
      : []),
  ] as const
}

const DEFAULT_TAB = { id: 'update' } as const

type Tab = ReturnType<typeof listTabs>[number]['id']

const EMPTY_TEXTS: Readonly<Record<Tab, string>> = {
  create: 'No new products for your store.',
  update: 'No changed products in your store.',
  skip: 'No unchanged products in your store.',
  conflict: 'No conflicts.',
  not_applied: 'Nothing failed.',
}

/** Renders the products of a plan by outcome, with every changed field. */
export function PlanTable({
  plan,
  search,
}: {
  plan: PublishPlanData
  search: Readonly<Record<string, string>>
}) {
  const address = planAddress(plan.id)
  const change = useAddressChange(address, search)
  const tabs = listTabs(plan)
  const current =
    tabs.find(({ id }) => id === search['tab']) ?? tabs.find(({ count }) => count > 0) ?? DEFAULT_TAB
  const tab = current.id
  const page = Math.max(1, Math.trunc(Number(search['page'])) || 1)
  const query = useQuery({
    queryKey: ['vendor', 'publish-plan-items', plan.id, tab, page, plan.state, plan.plannedAt],
    queryFn: ({ signal }) =>
      call(
        'GET /vendor/publish-plans/{id}/items',
        { params: { id: plan.id }, query: { tab, page } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="console-panel">
      <ViewTabs
        label="Products of the plan"
        current={tab}
        tabs={tabs.map((one) => ({ ...one, href: toAddress(address, { tab: one.id }) }))}
      />
      <Loaded query={query}>
        {({ items, total, pages }) =>
          total === 0 ? (
            <Empty title="No products here" text={EMPTY_TEXTS[tab]} />
          ) : (
            <>
              <Items items={items} isAboutFields={plan.fields !== null} />
              <TablePages
                page={page}
                pages={pages}
                total={total}
                pageSize={PAGE_SIZE}
                noun={total === 1 ? 'product' : 'products'}
                onPage={(next) => change({ page: next === 1 ? undefined : next })}
              />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

function Items({ items, isAboutFields }: { items: readonly PublishPlanItemData[]; isAboutFields: boolean }) {
  return (
    <DataTable
      label="Products of the plan"
      columns={listColumns(isAboutFields)}
      items={items}
      getId={({ productId }) => productId}
      getName={({ name }) => name}
      card={(item) => (
        <div className="flex flex-col gap-2 text-sm">
          <ItemName item={item} isAboutFields={isAboutFields} />
          <ItemText item={item} />
        </div>
      )}
    />
  )
}

const listColumns = (isAboutFields: boolean): readonly DataColumn<PublishPlanItemData>[] => [
  {
    id: 'product',
    title: 'Product',
    className: 'max-w-80 whitespace-normal [td&]:align-top',
    cell: (item) => <ItemName item={item} isAboutFields={isAboutFields} />,
  },
  {
    id: 'changes',
    title: 'Action',
    className: 'w-3/5 whitespace-normal [td&]:align-top',
    cell: (item) => <ItemText item={item} />,
  },
]

type ItemNameProps = Readonly<{ item: PublishPlanItemData; isAboutFields: boolean }>

function ItemName({ item: { name, sku, outcome }, isAboutFields }: ItemNameProps) {
  const [done, notDone] = isAboutFields
    ? ['Fields updated', 'Fields not updated']
    : ['Published', 'Not published']
  return (
    <div className="min-w-0">
      <p className="font-semibold wrap-anywhere">{name}</p>
      <p className="text-xs wrap-anywhere text-ink-soft">{sku}</p>
      {outcome !== null && (
        <p className="mt-1">
          <Status tone={outcome === 'applied' ? 'good' : 'wait'}>
            {outcome === 'applied' ? done : notDone}
          </Status>
        </p>
      )}
    </div>
  )
}

function ItemText({ item: { reason, changes, action, outcome } }: { item: PublishPlanItemData }) {
  return (
    <div className="text-sm">
      {reason !== null && (
        <p
          className={`wrap-anywhere ${outcome === 'applied' || (outcome === null && action !== 'conflict') ? 'text-ink-soft' : 'text-danger'}`}
        >
          {reason}
        </p>
      )}
      {action === 'skip' && <p className="text-ink-soft">Already up to date in your store.</p>}
      <FieldChanges changes={changes} isNew={action === 'create'} />
    </div>
  )
}
