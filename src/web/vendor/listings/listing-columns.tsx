import { Lock } from 'lucide'
import type { ListingData } from '#features/stores/listings/contract.ts'
import { formatDistance, formatMoney, formatNumber } from '#web/console/data/format.ts'
import { Action } from '#web/console/parts/button.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { DataColumn } from '#web/console/table/data-table.tsx'
import { describeFieldOwners, describePriceSource, getListingStatus } from './listing-status.ts'

/** Functions that open the dialogs of a listing: its price, its variants, or who sets its fields. */
export type ListingOpeners = Readonly<
  Record<'onPrice' | 'onVariants' | 'onFields', (listing: ListingData) => void>
>

/** Returns the columns of the table of listings. */
export function createListingColumns({
  onPrice,
  onVariants,
  onFields,
}: ListingOpeners): readonly DataColumn<ListingData>[] {
  return [
    {
      id: 'product',
      title: 'Product',
      cell: (listing) => <ListingName listing={listing} />,
    },
    {
      id: 'store',
      title: 'Store',
      cell: ({ store }) => <span className="block max-w-32 truncate">{store.name}</span>,
    },
    {
      id: 'cost',
      title: 'Cost',
      isNumber: true,
      cell: ({ cost, store }) => formatAmount(cost, store.currency),
    },
    {
      id: 'price',
      title: 'Price',
      isNumber: true,
      cell: (listing) => <PriceButton listing={listing} onPrice={onPrice} />,
    },
    { id: 'profit', title: 'Profit', isNumber: true, cell: (listing) => <Profit listing={listing} /> },
    {
      id: 'stock',
      title: 'Stock',
      isNumber: true,
      cell: ({ stock, sent }) => (
        <>
          {formatNumber(stock)}
          <span className="block text-xs text-ink-soft">
            {sent === null ? 'not sent' : `sent ${formatNumber(sent.stock)}`}
          </span>
        </>
      ),
    },
    {
      id: 'fields',
      title: 'Fields',
      cell: (listing) => <FieldOwners listing={listing} onFields={onFields} />,
    },
    {
      id: 'state',
      title: 'Status',
      cell: (listing) => <State listing={listing} onVariants={onVariants} />,
    },
  ]
}

/** Renders the card of a listing on a phone: product, profit, and status. */
export function ListingCard({
  listing,
  onPrice,
  onVariants,
  onFields,
}: ListingOpeners & { listing: ListingData }) {
  return (
    <>
      <ListingName listing={listing} />
      <p className="mt-1 text-xs text-ink-soft">
        {listing.store.name} · {listing.stock} in stock
        {listing.sent === null ? '' : ` (sent ${listing.sent.stock})`}
      </p>
      <div className="mt-2 flex flex-wrap items-start justify-between gap-3">
        <State listing={listing} onVariants={onVariants} />
        <div className="ms-auto text-end text-sm tabular-nums">
          <PriceButton listing={listing} onPrice={onPrice} />
          <p className="text-xs text-ink-soft">
            <Profit listing={listing} /> profit
          </p>
        </div>
      </div>
      <FieldOwners listing={listing} onFields={onFields} />
    </>
  )
}

function ListingName({ listing: { name, image, sku, supplier, tags } }: { listing: ListingData }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      {image ? (
        <img
          src={image.image_url}
          alt=""
          width={36}
          height={36}
          loading="lazy"
          className="size-9 shrink-0 rounded-sm object-cover"
        />
      ) : (
        <span aria-hidden="true" className="size-9 shrink-0 rounded-sm bg-mist" />
      )}
      <div className="min-w-0">
        <p className="max-w-60 truncate font-semibold">{name}</p>
        <p className="max-w-60 truncate text-xs text-ink-soft">
          {[sku, supplier].filter(Boolean).join(' · ')}
        </p>
        {tags.length > 0 && <p className="max-w-60 truncate text-xs text-accent">{tags.join(' · ')}</p>}
      </div>
    </div>
  )
}

function PriceButton({
  listing,
  onPrice,
}: {
  listing: ListingData
  onPrice: (listing: ListingData) => void
}) {
  const { name, price, highestPrice, store } = listing
  const amount =
    price === null
      ? 'Set a price'
      : highestPrice === null
        ? formatMoney(price, store.currency)
        : `${formatMoney(price, store.currency)}–${formatMoney(highestPrice, store.currency)}`
  return (
    <button type="button" onClick={() => onPrice(listing)} className="min-h-9 text-end hover:underline">
      <span className="sr-only">Change the price of {name}: </span>
      {amount}
      <span className="block text-xs text-ink-soft">{describePriceSource(listing)}</span>
    </button>
  )
}

function FieldOwners({ listing, onFields }: Pick<ListingOpeners, 'onFields'> & { listing: ListingData }) {
  if (listing.sent === null) return <span className="max-md:hidden">–</span>
  const { followed, locked } = describeFieldOwners(listing)
  return (
    <button
      type="button"
      onClick={() => onFields(listing)}
      className="min-h-9 max-w-44 text-start text-xs whitespace-normal hover:underline"
    >
      <span className="sr-only">Change who sets the fields of {listing.name}: </span>
      {followed && <span className="block">Supplier’s {followed}</span>}
      {locked && (
        <span className="block text-ink-soft">
          <Icon shapes={Lock} aria-hidden="true" className="me-1 inline size-3 align-[-1px]" />
          Locked: {locked}
        </span>
      )}
    </button>
  )
}

function Profit({ listing: { profit, marginBps, store } }: { listing: ListingData }) {
  if (profit === null) return <span>–</span>
  return (
    <span className={profit < 0 ? 'font-semibold text-danger' : ''}>
      {formatMoney(profit, store.currency)}
      {marginBps !== null && (
        <span className="ms-1 text-xs text-ink-soft">{Math.round(marginBps / 100)}%</span>
      )}
    </span>
  )
}

function State({ listing, onVariants }: Pick<ListingOpeners, 'onVariants'> & { listing: ListingData }) {
  const { label, tone } = getListingStatus(listing)
  return (
    <div className="min-w-0">
      <Status tone={tone}>{label}</Status>
      {listing.problem !== null && (
        <p className="mt-1 max-w-72 text-xs whitespace-normal text-ink-soft">{listing.problem}</p>
      )}
      {listing.hasVariantProblem && (
        <div className="my-2">
          <Action isSmall onClick={() => onVariants(listing)}>
            Repair variants<span className="sr-only"> of {listing.name}</span>
          </Action>
        </div>
      )}
      {listing.removedVariants.length > 0 && (
        <div className="my-2">
          <p className="mb-1 max-w-72 text-xs whitespace-normal text-ink-soft">
            No longer supplied, sold out in your store: {listing.removedVariants.join(', ')}
          </p>
          <Action isSmall onClick={() => onVariants(listing)}>
            Review variants<span className="sr-only"> of {listing.name}</span>
          </Action>
        </div>
      )}
      {listing.costAlert && (
        <p className="mt-1 max-w-72 text-xs whitespace-normal text-danger">
          {describeCostAlert(listing.costAlert)}
        </p>
      )}
      {listing.state === 'failed' && (
        <p className="text-xs text-ink-soft">
          {listing.nextTryAt === null ? 'We won’t retry automatically.' : 'We’ll retry automatically.'}
        </p>
      )}
      {listing.problem === null && listing.sent?.at && (
        <p className="text-xs text-ink-soft">sent {formatDistance(listing.sent.at)} ago</p>
      )}
    </div>
  )
}

function describeCostAlert({
  before,
  after,
  marginBps,
  floorBps,
}: NonNullable<ListingData['costAlert']>): string {
  const rise = before === 0 ? 100 : Math.round(((after - before) * 100) / before)
  const percent = (bps: number) => `${Math.round(bps / 100)}%`
  return floorBps > 0
    ? `Cost up ${rise}%: ${percent(marginBps)} margin, below your ${percent(floorBps)}.`
    : `Cost up ${rise}%: ${percent(marginBps)} margin.`
}

function formatAmount(amount: number | null, currency: string): string {
  return amount === null ? '–' : formatMoney(amount, currency)
}
