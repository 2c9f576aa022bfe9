import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { PricingPreviewItemData } from '#features/stores/listings/contract.ts'
import type { PricingFormData } from '#features/stores/pricing/contract.ts'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatMoney, formatNumber } from '#web/console/data/format.ts'
import { ActionLink } from '#web/console/parts/button.tsx'
import { Empty, Panel } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { type DataColumn, DataTable } from '#web/console/table/data-table.tsx'
import { VENDOR } from '../console/addresses.ts'

type Preview = AnswerTo<'POST /vendor/pricing/preview'>

const TYPING_MS = 350

/** Returns the effect of rules on the listings, requested again when typing pauses. */
export function usePricingPreview(body: PricingFormData) {
  const question = JSON.stringify(body)
  const [requested, setRequested] = useState(question)
  useEffect(() => {
    const timer = setTimeout(() => setRequested(question), TYPING_MS)
    return () => clearTimeout(timer)
  }, [question])
  return useQuery({
    queryKey: ['vendor', 'pricing-preview', requested],
    // `requested` is JSON of the same type, written above.
    queryFn: ({ signal }) =>
      call('POST /vendor/pricing/preview', { body: JSON.parse(requested) as PricingFormData }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Renders the vendor's listings at the prices of rules, which may be unsaved. */
export function PricingPreview({
  query,
  problem,
}: {
  query: ReturnType<typeof usePricingPreview>
  problem: string | undefined
}) {
  return (
    <Panel title="Preview on your listings" isFlush>
      {problem !== undefined && <p className="px-4 pb-3 text-sm text-danger">{problem}</p>}
      <Loaded query={query}>{(preview) => <PreviewTable preview={preview} />}</Loaded>
    </Panel>
  )
}

function PreviewTable({ preview: { items, counts } }: { preview: Preview }) {
  if (counts.listings === 0)
    return (
      <Empty
        title="No listings yet"
        text="Connect your store and choose products to see their prices under your rules."
      >
        <ActionLink href={VENDOR.products}>Choose products</ActionLink>
      </Empty>
    )
  return (
    <>
      <p role="status" className="px-4 pb-3 text-sm text-ink-soft tabular-nums">
        {describeCounts(counts)}
      </p>
      <DataTable
        label="Prices by these rules"
        columns={COLUMNS}
        items={items}
        getId={({ productId, store }) => `${store.id} ${productId}`}
        getName={({ name }) => name}
        card={(item) => <PreviewCard item={item} />}
      />
      {counts.listings > items.length && (
        <p className="border-t border-line px-4 py-3 text-xs text-ink-soft">
          The first {items.length} of {formatNumber(counts.listings)}, those that change first.
        </p>
      )}
    </>
  )
}

function describeCounts({
  listings,
  raised,
  lowered,
  withoutCost,
  belowRecommended,
  ownPrice,
}: Preview['counts']): string {
  const say = (count: number, text: string) => (count === 0 ? [] : [`${formatNumber(count)} ${text}`])
  return [
    listings === 1 ? '1 listing' : `${formatNumber(listings)} listings`,
    ...say(raised, 'go up'),
    ...say(lowered, 'go down'),
    ...say(ownPrice, 'keep a price of their own'),
    ...say(belowRecommended, 'below the recommended minimum'),
    ...say(withoutCost, 'without a wholesale price'),
  ].join(' · ')
}

const COLUMNS: readonly DataColumn<PricingPreviewItemData>[] = [
  {
    id: 'product',
    title: 'Product',
    className: 'whitespace-normal',
    cell: ({ name, store }) => (
      <>
        <span className="block min-w-36 font-semibold">{name}</span>
        <span className="block text-xs text-ink-soft">{store.name}</span>
      </>
    ),
  },
  {
    id: 'cost',
    title: 'Cost',
    isNumber: true,
    cell: ({ cost, store }) => formatAmount(cost, store.currency),
  },
  {
    id: 'before',
    title: 'Now',
    isNumber: true,
    cell: ({ before, store }) => formatAmount(before, store.currency),
  },
  {
    id: 'after',
    title: 'New price',
    isNumber: true,
    cell: (item) => (
      <>
        <span className={item.after === item.before ? '' : 'font-semibold'}>
          {formatAmount(item.after, item.store.currency)}
        </span>
        <Warning item={item} />
      </>
    ),
  },
  { id: 'profit', title: 'Profit', isNumber: true, cell: (item) => formatProfit(item) },
]

function PreviewCard({ item }: { item: PricingPreviewItemData }) {
  const { name, before, after, store } = item
  return (
    <>
      <p className="text-sm font-semibold">{name}</p>
      <p className="mt-1 flex justify-between gap-3 text-sm tabular-nums">
        <span>
          {formatAmount(before, store.currency)} → <strong>{formatAmount(after, store.currency)}</strong>
        </span>
        <span className="text-ink-soft">{formatProfit(item)}</span>
      </p>
      <Warning item={item} />
    </>
  )
}

function Warning({ item: { after, minimumPrice, cost, store } }: { item: PricingPreviewItemData }) {
  if (cost === null)
    return (
      <span className="mt-1 block">
        <Status tone="wait">No wholesale price</Status>
      </span>
    )
  if (after !== null && after < cost)
    return (
      <span className="mt-1 block">
        <Status tone="bad">Below cost</Status>
      </span>
    )
  if (minimumPrice === null || after === null || after >= minimumPrice) return null
  return (
    <span className="mt-1 block">
      <Status tone="wait">Below the recommended {formatMoney(minimumPrice, store.currency)}</Status>
    </span>
  )
}

function formatAmount(amount: number | null, currency: string): string {
  return amount === null ? '–' : formatMoney(amount, currency)
}

function formatProfit({ profit, marginBps, store }: PricingPreviewItemData): string {
  if (profit === null) return '–'
  return `${formatMoney(profit, store.currency)}${marginBps === null ? '' : ` (${Math.round(marginBps / 100)}%)`}`
}
