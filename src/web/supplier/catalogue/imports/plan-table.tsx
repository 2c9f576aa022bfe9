import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import type { InputOf } from '#web/app/calls/endpoints.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { type DataColumn, DataTable } from '#web/console/table/data-table.tsx'
import { TablePages, ViewTabs } from '#web/console/table/table-tools.tsx'
import { toAddress, useAddressChange } from '#web/console/table/use-address.ts'
import { importAddress } from '../../console/addresses.ts'
import type { SectionProps } from '../../console/supplier-page.tsx'
import { FieldChanges } from '#web/console/parts/field-changes.tsx'
import { countProducts, type ImportDetail, type PlanItem } from './import-texts.ts'

type Tab = NonNullable<NonNullable<InputOf<'GET /supplier/imports/{id}/items'>['query']>['tab']>

const PAGE_SIZE = 50

function listTabs({ counts }: ImportDetail): readonly Readonly<{ id: Tab; label: string; count: number }>[] {
  return [
    { id: 'created', label: 'New', count: counts.created },
    { id: 'changed', label: 'Changed', count: counts.changed },
    { id: 'unchanged', label: 'Unchanged', count: counts.unchanged },
    { id: 'conflicts', label: 'Conflicts', count: counts.conflicts },
    { id: 'refused', label: 'Refused', count: counts.refused },
    ...(counts.notApplied > 0
      ? [{ id: 'not_applied' as const, label: 'Not imported', count: counts.notApplied }]
      : []),
  ]
}

/** Renders the products of a plan by outcome, with every changed field. */
export function PlanTable({ stored, search }: { stored: ImportDetail; search: SectionProps['search'] }) {
  const address = importAddress(stored.id)
  const change = useAddressChange(address, search)
  const tabs = listTabs(stored)
  const current =
    tabs.find(({ id }) => id === search['tab']) ?? tabs.find(({ count }) => count > 0) ?? tabs[0]
  const tab = current?.id ?? 'created'
  const page = Number(search['page'] ?? 1) || 1
  const query = useQuery({
    queryKey: ['supplier', 'import-items', stored.id, tab, page, stored.state, stored.plannedAt],
    queryFn: ({ signal }) =>
      call(
        'GET /supplier/imports/{id}/items',
        { params: { id: stored.id }, query: { tab, page } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="console-panel">
      <ViewTabs
        label="Products of the import"
        current={tab}
        tabs={tabs.map(({ id, label, count }) => ({
          id,
          label,
          count,
          href: toAddress(address, { tab: id }),
        }))}
      />
      <Loaded query={query}>
        {({ items, total, pages }) =>
          total === 0 ? (
            <Empty title="No products here" text={EMPTY_TEXTS[tab]} />
          ) : (
            <>
              <DataTable
                label="Products of the import"
                columns={COLUMNS}
                items={items}
                getId={({ n }) => String(n)}
                getName={getName}
                card={(item) => <ItemCard item={item} />}
              />
              <TablePages
                page={page}
                pages={pages}
                total={total}
                pageSize={PAGE_SIZE}
                noun={countProducts(total).replace(/^\S+ /, '')}
                onPage={(next) => change({ page: next === 1 ? undefined : next })}
              />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

const EMPTY_TEXTS: Readonly<Record<Tab, string>> = {
  created: 'No new products in this import.',
  changed: 'No changed products in this import.',
  unchanged: 'No unchanged products in this import.',
  conflicts: 'No SKU conflicts in this import.',
  refused: 'No unreadable products.',
  not_applied: 'Every product was imported.',
}

const getName = ({ title, key }: PlanItem) => title || (key ?? 'Row without a product')

const COLUMNS: readonly DataColumn<PlanItem>[] = [
  {
    id: 'product',
    title: 'Product',
    className: 'max-w-80 whitespace-normal [td&]:align-top',
    cell: (item) => <ItemName item={item} />,
  },
  {
    id: 'changes',
    title: 'Action',
    className: 'w-3/5 whitespace-normal [td&]:align-top',
    cell: (item) => <ItemText item={item} />,
  },
]

function ItemName({ item }: { item: PlanItem }) {
  const { first, last } = item.lines
  // Products of connected stores have no line numbers, and their keys mean nothing to the supplier.
  const lines = first === 0 ? '' : first === last ? `Line ${first}` : `Lines ${first}–${last}`
  const key = first === 0 || item.key === item.title ? '' : (item.key ?? '')
  return (
    <div className="min-w-0">
      <p className="font-semibold wrap-anywhere">{getName(item)}</p>
      <p className="text-xs wrap-anywhere text-ink-soft">
        {[lines, key].filter((text) => text !== '').join(' · ')}
      </p>
      <Outcome item={item} />
    </div>
  )
}

function Outcome({ item: { outcome } }: { item: PlanItem }) {
  if (outcome === null) return null
  return (
    <p className="mt-1">
      <Status tone={outcome === 'applied' ? 'good' : 'wait'}>
        {outcome === 'applied' ? 'Imported' : 'Not imported'}
      </Status>
    </p>
  )
}

function ItemText({ item: { reason, notes, changes, action } }: { item: PlanItem }) {
  return (
    <div className="text-sm">
      {reason !== null && <p className="wrap-anywhere text-danger">{reason}</p>}
      {action === 'unchanged' && <p className="text-ink-soft">Already up to date.</p>}
      <FieldChanges changes={changes} isNew={action === 'create'} />
      <ItemNotes notes={notes} />
    </div>
  )
}

/** Renders the values that are imported differently from the file, each note once. */
function ItemNotes({ notes }: Pick<PlanItem, 'notes'>) {
  const texts = [...new Set(notes.map(({ text }) => text))]
  if (texts.length === 0) return null
  return (
    <ul className="mt-1 text-ink-soft" aria-label="Notes">
      {texts.map((text) => (
        <li key={text} className="wrap-anywhere">
          {text}
        </li>
      ))}
    </ul>
  )
}

function ItemCard({ item }: { item: PlanItem }) {
  return (
    <div className="flex flex-col gap-2 text-sm">
      <ItemName item={item} />
      <ItemText item={item} />
    </div>
  )
}
