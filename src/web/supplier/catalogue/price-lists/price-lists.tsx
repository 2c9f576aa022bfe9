import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide'
import { useState } from 'react'
import type { PriceListData } from '#features/catalogue/catalog/management/price-lists/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action, IconAction } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Empty, Panel } from '#web/console/parts/panel.tsx'
import { SUPPLIER } from '../../console/addresses.ts'
import { describeAudience, describePriceList } from './price-list-form.ts'
import { PriceListDialog } from './price-list-dialog.tsx'
import { PriceCheck } from './price-check.tsx'

const QUERY_KEY = ['supplier', 'price-lists']

/** Renders the wholesale prices below the standard ones, by vendor. */
export function PriceLists() {
  const [edited, setEdited] = useState<PriceListData | 'new'>()
  const [removed, setRemoved] = useState<PriceListData>()
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: QUERY_KEY,
    queryFn: async ({ signal }) => (await call('GET /supplier/price-lists', {}, { signal })).priceLists,
  })
  const refresh = () => queries.invalidateQueries({ queryKey: ['supplier'] })
  return (
    <>
      <PageHead title="Price lists" back={{ href: SUPPLIER.products, label: 'All products' }}>
        <Action variant="primary" icon={Plus} onClick={() => setEdited('new')}>
          Add price list
        </Action>
      </PageHead>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
        <Panel title="Your price lists" isFlush>
          <Loaded query={query} skeleton={<SkeletonRows count={3} />}>
            {(lists) => <Lists lists={lists} onEdit={setEdited} onRemove={setRemoved} />}
          </Loaded>
        </Panel>
        <PriceCheck />
      </div>
      {edited && (
        <PriceListDialog
          list={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={(message) => {
            toast.success(message)
            void refresh()
          }}
        />
      )}
      <RemoveDialog
        list={removed}
        onClose={() => setRemoved(undefined)}
        onRemoved={(message) => {
          toast.success(message)
          void refresh()
        }}
      />
    </>
  )
}

function Lists(props: {
  lists: readonly PriceListData[]
  onEdit: (list: PriceListData) => void
  onRemove: (list: PriceListData) => void
}) {
  const { lists, onEdit, onRemove } = props
  if (lists.length === 0)
    return (
      <Empty
        title="No price lists yet"
        text="Vendors pay the wholesale price of each product. Use a price list to offer quantity discounts, or custom prices for selected vendors."
      />
    )
  return (
    <ul className="divide-y divide-line border-t border-line">
      {lists.map((list) => (
        <li key={list.id} className="flex items-center gap-3 px-4 py-3">
          <div className="min-w-0 flex-1">
            <p className="truncate text-sm font-semibold">{list.name}</p>
            <p className="text-xs wrap-anywhere text-ink-soft">
              {describePriceList(list)} · {describeAudience(list)}
            </p>
          </div>
          <IconAction label={`Edit ${list.name}`} icon={Pencil} onClick={() => onEdit(list)} />
          <IconAction label={`Remove ${list.name}`} icon={Trash2} onClick={() => onRemove(list)} />
        </li>
      ))}
    </ul>
  )
}

function RemoveDialog(props: {
  list: PriceListData | undefined
  onClose: () => void
  onRemoved: (message: string) => void
}) {
  const { list, onClose, onRemoved } = props
  return (
    <FormDialog
      isOpen={list !== undefined}
      onClose={onClose}
      title={`Remove ${list?.name ?? 'this price list'}?`}
      text="Its vendors pay the wholesale price again, or the price of another list. Existing orders keep their prices."
      submitLabel="Remove price list"
      variant="danger"
      onSubmit={async () => {
        if (!list) return
        const { message } = await call('POST /supplier/price-lists/{id}/remove', { params: { id: list.id } })
        onRemoved(message)
      }}
      explain={(error) =>
        explainError(error, 'We couldn’t remove the price list. Please try again in a moment.')
      }
    />
  )
}
