import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatDay, formatMoney, formatNumber } from '#web/console/data/format.ts'
import { Action } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Link } from '#web/ui/link.tsx'
import { supplierOrderAddress } from '../console/addresses.ts'

type NextPayoutData = AnswerTo<'GET /supplier/payouts'>['next'][number]
type ForecastDay = AnswerTo<'GET /supplier/earnings-forecast'>['days'][number]

/** The number of days before "Show all". */
const FIRST_DAYS = 6

/** Renders the next payout of each currency: amount and date, or what blocks it. */
export function NextPayouts({ next }: { next: readonly NextPayoutData[] }) {
  const shown = next.filter(({ amount, at }) => amount > 0 || at !== null)
  if (shown.length === 0) return null
  return (
    <Panel title="Next payout">
      <ul className="flex flex-col gap-3">
        {shown.map((payout) => (
          <li key={payout.currency}>
            <p className="text-xl font-semibold tabular-nums">
              {formatMoney(payout.amount, payout.currency)}
              {payout.at && (
                <span className="ms-2 text-sm font-normal text-ink-soft">on {formatDay(payout.at)}</span>
              )}
            </p>
            <p className="mt-0.5 text-xs text-ink-soft">{explainNextPayout(payout)}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function explainNextPayout({ block, minimum, currency }: NextPayoutData): string {
  switch (block) {
    case 'minimum':
      return `Payouts start at ${formatMoney(minimum, currency)}. We pay this out once more is available.`
    case 'no_account':
      return 'Add your bank details below to get paid.'
    case 'stopped':
      return 'Payouts are paused. See the reason above.'
    default:
      return 'Includes all earnings available by then. Bank transfers take one to three business days.'
  }
}

/** Renders when pending money becomes available, by day, with the orders of each day. */
export function ComingUp() {
  const query = useQuery({
    queryKey: ['supplier', 'earnings-forecast'],
    queryFn: ({ signal }) =>
      call(
        'GET /supplier/earnings-forecast',
        { query: { utcOffset: -new Date().getTimezoneOffset() } },
        { signal },
      ),
  })
  return (
    <Panel title="Coming up" hint="from pending to available" isFlush>
      <Loaded query={query} skeleton={<SkeletonRows count={3} />}>
        {({ days }) => <Days days={days} />}
      </Loaded>
    </Panel>
  )
}

function Days({ days }: { days: readonly ForecastDay[] }) {
  const [isWhole, setIsWhole] = useState(false)
  if (days.length === 0)
    return (
      <p className="px-4 pb-5 text-sm text-ink-soft">
        Nothing is pending. Your earnings appear here as soon as you ship an order.
      </p>
    )
  const shown = isWhole ? days : days.slice(0, FIRST_DAYS)
  return (
    <>
      <ul className="divide-y divide-line border-t border-line">
        {shown.map((day) => (
          <li key={`${day.day} ${day.stage} ${day.currency}`}>
            <Day day={day} />
          </li>
        ))}
      </ul>
      {shown.length < days.length && (
        <p className="border-t border-line px-4 py-2">
          <Action onClick={() => setIsWhole(true)}>Show {days.length - shown.length} more</Action>
        </p>
      )}
    </>
  )
}

function Day({ day: { day, stage, currency, amount, orders, largest } }: { day: ForecastDay }) {
  const count = orders === 1 ? '1 order' : `${formatNumber(orders)} orders`
  return (
    <details className="group">
      <summary className="grid cursor-pointer grid-cols-[1fr_auto] gap-x-4 px-4 py-2.5 text-sm hover:bg-surface">
        <span className="font-semibold">{formatForecastDay(day, stage)}</span>
        <span className="text-end font-semibold tabular-nums">{formatMoney(amount, currency)}</span>
        <span className="col-span-2 text-xs text-ink-soft">
          {count} {STAGE_TEXTS[stage]}
        </span>
      </summary>
      <ul className="flex flex-col gap-1 px-4 pb-3 text-sm">
        {largest.map((order) => (
          <li key={order.id} className="flex justify-between gap-4">
            <Link
              href={supplierOrderAddress(order.id)}
              className="text-link inline-flex min-h-6 items-center"
            >
              {order.number}
            </Link>
            <span className="tabular-nums">{formatMoney(order.amount, currency)}</span>
          </li>
        ))}
        {orders > largest.length && (
          <li className="text-xs text-ink-soft">and {formatNumber(orders - largest.length)} more</li>
        )}
      </ul>
    </details>
  )
}

const STAGE_TEXTS: Readonly<Record<ForecastDay['stage'], string>> = {
  delivered: 'delivered',
  in_transit: 'in transit: earlier if it is delivered earlier',
  unfinished: 'not finished yet: ship the rest, or wait for the case to end',
}

function formatForecastDay(day: string | null, stage: ForecastDay['stage']): string {
  if (day === null) return 'No date yet'
  const text = formatDay(`${day}T12:00:00`)
  return stage === 'in_transit' ? `By ${text}` : text
}
