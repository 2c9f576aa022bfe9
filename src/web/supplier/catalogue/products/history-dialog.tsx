import { useInfiniteQuery } from '@tanstack/react-query'
import type { HistoryEntryData } from '#features/catalogue/catalog/management/product-edits/contract.ts'
import type { ListedProductData } from '#features/catalogue/catalog/management/product-list/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatDateTime, formatNumber } from '#web/console/data/format.ts'
import { Action } from '#web/console/parts/button.tsx'
import { ConsoleDialog, Problem } from '#web/console/parts/dialog.tsx'
import { Link } from '#web/ui/link.tsx'
import { supplierOrderAddress } from '../../console/addresses.ts'
import { FIELD_LABELS, formatValue } from './product-values.ts'

const SOURCES: Readonly<Record<Exclude<HistoryEntryData['source'], 'order'>, string>> = {
  edit: 'Edited in the list',
  bulk_edit: 'Bulk edit',
  undo: 'Undo of a bulk edit',
  form: 'Product form',
  import: 'Import',
}

const ORDER_EVENTS: Readonly<Record<NonNullable<HistoryEntryData['order']>['event'], string>> = {
  reserved: 'Reserved by order',
  sold: 'Sold by order',
  expired: 'Not paid: order',
  cancelled: 'Cancelled: order',
  rejected: 'Rejected: order',
}

/** Renders the history of a product's prices, stock and status in a dialog. */
export function HistoryDialog(props: { product: ListedProductData; onClose: () => void }) {
  const { product, onClose } = props
  return (
    <ConsoleDialog isOpen onClose={onClose} isWide title="Price and stock history" text={product.title}>
      <History productId={product.id} />
    </ConsoleDialog>
  )
}

function History({ productId }: { productId: string }) {
  const query = useInfiniteQuery({
    queryKey: ['supplier', 'product-changes', productId],
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET /supplier/products/{id}/changes',
        { params: { id: productId }, query: { before: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  if (query.isError)
    return <Problem text={explainError(query.error, 'We couldn’t load the history. Please try again.')} />
  if (!query.data) return <SkeletonRows count={4} />
  const changes = query.data.pages.flatMap((page) => page.changes)
  if (changes.length === 0)
    return (
      <p className="text-sm text-ink-soft">
        No changes yet. Changes to prices, stock and status appear here, including stock changes from orders.
      </p>
    )
  return (
    <>
      <ol className="divide-y divide-line text-sm">
        {changes.map((change) => (
          <HistoryEntry key={change.id} change={change} />
        ))}
      </ol>
      {query.hasNextPage && (
        <Action busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} className="mt-3">
          Show older changes
        </Action>
      )}
    </>
  )
}

function HistoryEntry({ change }: { change: HistoryEntryData }) {
  const { field, before, after, units, changedAt } = change
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2.5">
      <span>
        <span className="font-medium">{FIELD_LABELS[field]}</span>{' '}
        <span className="text-ink-soft">{[change.variant, change.sku].filter(Boolean).join(' · ')}</span>
        <span className="block text-xs text-ink-soft">
          <Cause change={change} /> · {formatDateTime(changedAt)}
        </span>
      </span>
      {units === null ? (
        <span className="tabular-nums">
          {formatValue(field, before)} →{' '}
          <strong className="font-semibold">{formatValue(field, after)}</strong>
        </span>
      ) : (
        <strong className="font-semibold tabular-nums">
          {units > 0 ? '+' : '−'}
          {formatNumber(Math.abs(units))}
        </strong>
      )}
    </li>
  )
}

/** Renders the cause of a change: a user's edit, or an order with its number. */
function Cause({ change: { source, by, order } }: { change: HistoryEntryData }) {
  if (order)
    return (
      <>
        {ORDER_EVENTS[order.event]}{' '}
        <Link href={supplierOrderAddress(order.id)} className="text-link">
          {order.number}
        </Link>
      </>
    )
  return source === 'order' ? null : `${SOURCES[source]}${by === null ? '' : ` by ${by}`}`
}
