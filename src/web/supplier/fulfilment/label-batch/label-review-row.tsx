import { TriangleAlert } from 'lucide'
import { formatCountry, formatMoney } from '#web/console/data/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { labelAddress } from '../../console/addresses.ts'
import { useHasSeveralWarehouses } from '../warehouses/use-own-warehouses.ts'
import { formatRate } from '../label/rates-panel.tsx'
import type { ReviewRow } from './use-label-batch.ts'

/** Renders an order of the review: recipient, weight, and the service of its label. */
export function LabelReviewRow({ row, onChoose }: { row: ReviewRow; onChoose: (service: string) => void }) {
  const { id, quote, rate, isLoading, problem } = row
  const hasWarehouses = useHasSeveralWarehouses()
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 px-4 py-3 text-sm md:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_5rem]">
      <div className="min-w-0">
        <Link href={labelAddress(id)} className="font-semibold hover:underline">
          {quote?.number ?? 'Order'}
        </Link>
        <p className="truncate text-xs text-ink-soft">
          {quote
            ? `${quote.recipient.name} · ${quote.recipient.city || formatCountry(quote.recipient.country)}, ${quote.recipient.country} · ${quote.parcel.weightGrams} g`
            : ' '}
        </p>
        {quote && hasWarehouses && <p className="truncate text-xs text-ink-soft">From {quote.warehouse}</p>}
        {quote && quote.unweighed.length > 0 && (
          <p className="mt-1 flex items-center gap-1.5 text-xs text-(--amber)">
            <Icon shapes={TriangleAlert} aria-hidden="true" className="size-3.5 shrink-0" />
            Typical weight, check it
          </p>
        )}
      </div>
      <div className="max-md:col-span-2 max-md:row-start-2">
        {isLoading && <p className="text-xs text-ink-soft">Looking for rates …</p>}
        {problem !== undefined && (
          <p className="text-xs text-danger">
            {problem}{' '}
            <Link href={labelAddress(id)} className="text-link">
              Complete it
            </Link>
          </p>
        )}
        {quote && rate && problem === undefined && (
          <select
            aria-label={`Service for ${quote.number}`}
            value={rate.service}
            onChange={(event) => onChoose(event.target.value)}
            className="h-9 w-full rounded-md border border-line bg-sheet px-2 text-sm text-ink max-md:h-11"
          >
            {quote.rates.map((one) => (
              <option key={one.service} value={one.service}>
                {describeOption(one, quote.paid.service)}
              </option>
            ))}
          </select>
        )}
      </div>
      <p className="text-end font-semibold tabular-nums max-md:col-start-2 max-md:row-start-1">
        {rate && problem === undefined ? formatMoney(rate.amount, rate.currency) : '–'}
      </p>
    </li>
  )
}

function describeOption(rate: NonNullable<ReviewRow['rate']>, paidService: string | null): string {
  const days = rate.days === null ? [] : [rate.days === 1 ? '1 day' : `${rate.days} days`]
  const marks = [
    rate.service === paidService && 'buyer’s choice',
    rate.isCheapest && 'cheapest',
    rate.isFastest && 'fastest',
  ].filter((mark) => mark !== false)
  return [formatRate(rate), ...days, formatMoney(rate.amount, rate.currency), ...marks].join(' · ')
}
