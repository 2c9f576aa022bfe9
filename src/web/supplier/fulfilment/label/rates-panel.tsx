import type { LabelQuoteData } from '#features/sales/orders/labels/contract.ts'
import { formatMoney } from '#web/console/data/format.ts'
import { Panel } from '#web/console/parts/panel.tsx'
import type { Rate } from './use-label.ts'

/** Renders the carriers' services for the parcel, cheapest first; the selected one is bought. */
export function RatesPanel(props: {
  quote: LabelQuoteData
  rate: Rate | undefined
  isCurrent: boolean
  onChoose: (service: string) => void
}) {
  const { quote, rate, isCurrent, onChoose } = props
  return (
    <Panel title="Service" hint={describePaid(quote.paid)}>
      {quote.missing.length > 0 && (
        <p className="text-sm text-ink-soft">
          {quote.missing.includes('sender')
            ? 'Enter the sender address to see rates.'
            : 'Fill in the customs details to see rates.'}
        </p>
      )}
      {quote.problem !== null && (
        <p role="alert" className="rounded-sm bg-danger-mist px-3 py-2 text-sm text-danger">
          {quote.problem}
        </p>
      )}
      {quote.rates.length > 0 && (
        <fieldset aria-busy={!isCurrent} className={isCurrent ? '' : 'opacity-60'}>
          <legend className="sr-only">Service</legend>
          <ul className="divide-y divide-line rounded-md border border-line">
            {quote.rates.map((one) => (
              <RateRow
                key={one.service}
                rate={one}
                isPaid={one.service === quote.paid.service}
                isChosen={one === rate}
                onChoose={() => onChoose(one.service)}
              />
            ))}
          </ul>
        </fieldset>
      )}
    </Panel>
  )
}

function describePaid({ service, minDays, maxDays, amount }: LabelQuoteData['paid']): string {
  if (service === null) return ''
  const days =
    minDays === null || maxDays === null
      ? ''
      : `, ${minDays === maxDays ? maxDays : `${minDays} to ${maxDays}`} days`
  const price = amount === 0 ? 'free of charge' : `for ${formatMoney(amount)}`
  return `The buyer chose ${formatService(service)}${days}, ${price}`
}

function RateRow(props: { rate: Rate; isPaid: boolean; isChosen: boolean; onChoose: () => void }) {
  const { rate, isPaid, isChosen, onChoose } = props
  const marks = [
    isPaid && 'The buyer’s choice',
    rate.isCheapest && 'Cheapest',
    rate.isFastest && 'Fastest',
  ].filter((mark) => mark !== false)
  return (
    <li>
      <label className="flex min-h-12 cursor-pointer items-center gap-3 px-3 py-2 text-sm hover:bg-mist">
        <input
          type="radio"
          name="rate"
          checked={isChosen}
          onChange={onChoose}
          className="size-5 accent-accent"
        />
        <span className="flex min-w-0 flex-1 flex-col gap-x-3 gap-y-1 sm:flex-row sm:items-center">
          <span className="min-w-0 flex-1">
            <span className="font-medium wrap-anywhere">{formatRate(rate)}</span>
            <span className="block text-xs text-ink-soft">
              {rate.days === null ? 'No delivery estimate' : rate.days === 1 ? '1 day' : `${rate.days} days`}
            </span>
          </span>
          {marks.length > 0 && (
            <span className="flex flex-wrap gap-1 sm:justify-end">
              {marks.map((mark) => (
                <span key={mark} className="rounded-full bg-mist px-2 py-0.5 text-xs text-ink-soft">
                  {mark}
                </span>
              ))}
            </span>
          )}
        </span>
        <span className="min-w-16 text-end font-semibold tabular-nums">
          {formatMoney(rate.amount, rate.currency)}
        </span>
      </label>
    </li>
  )
}

/** Formats a carrier's service, such as `USPS Ground Advantage`. */
export function formatRate({ carrier, service }: Pick<Rate, 'carrier' | 'service'>): string {
  const name = formatService(service)
  return carrier === '' || name.toLowerCase().startsWith(carrier.toLowerCase())
    ? name
    : `${carrier} · ${name}`
}

/** Formats the name of a service. */
export function formatService(service: string): string {
  return service.replaceAll('_', ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2')
}
