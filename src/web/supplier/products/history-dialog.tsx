import { useInfiniteQuery } from '@tanstack/react-query'
import type { HistoryEntryData } from '#features/catalogue/catalog/product-edits/contract.ts'
import type { ListedProductData } from '#features/catalogue/catalog/product-list/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatDateTime } from '#web/console/data/format.ts'
import { Action } from '#web/console/parts/button.tsx'
import { ConsoleDialog, Problem } from '#web/console/parts/dialog.tsx'
import { FIELD_LABELS, formatValue } from './product-values.ts'

const SOURCES: Readonly<Record<HistoryEntryData['source'], string>> = {
  edit: 'Edited in the list',
  bulk_edit: 'Bulk edit',
  undo: 'Undo of a bulk edit',
  form: 'Product form',
  import: 'Import',
}

/** The history of a product's prices, stock and status in a dialog. */
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
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  if (query.isError)
    return <Problem text={explainError(query.error, 'We couldn’t load the history. Please try again.')} />
  if (!query.data) return <SkeletonRows count={4} />
  const changes = query.data.pages.flatMap((page) => page.changes)
  if (changes.length === 0)
    return (
      <p className="text-sm text-ink-soft">
        No changes yet. Changes that you make to prices, stock and status appear here. Orders are not listed.
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
  const { field, before, after, by, source, changedAt } = change
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2.5">
      <span>
        <span className="font-medium">{FIELD_LABELS[field]}</span>{' '}
        <span className="text-ink-soft">{[change.variant, change.sku].filter(Boolean).join(' · ')}</span>
        <span className="block text-xs text-ink-soft">
          {SOURCES[source]}
          {by !== null && ` by ${by}`} · {formatDateTime(changedAt)}
        </span>
      </span>
      <span className="tabular-nums">
        {formatValue(field, before)} → <strong className="font-semibold">{formatValue(field, after)}</strong>
      </span>
    </li>
  )
}
