import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { BarList } from '#web/console/charts/bar-list.tsx'
import { TimeChart } from '#web/console/charts/time-chart.tsx'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatDay, formatMoney, formatNumber } from '#web/console/data/format.ts'
import { Panel } from '#web/console/parts/panel.tsx'

type Sales = AnswerTo<'GET /supplier/sales'>
type Days = '7' | '30' | '90'

const PERIODS: readonly Readonly<{ id: Days; label: string }>[] = [
  { id: '7', label: 'Last 7 days' },
  { id: '30', label: 'Last 30 days' },
  { id: '90', label: 'Last 90 days' },
]

/** Renders the store's sales: four figures, revenue and orders by day, best sellers, lead times and cancellations. */
export function SalesPanels() {
  const [days, setDays] = useState<Days>('30')
  const query = useQuery({
    queryKey: ['supplier', 'sales', days],
    queryFn: ({ signal }) =>
      call(
        'GET /supplier/sales',
        { query: { days, utcOffset: -new Date().getTimezoneOffset() } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  return (
    <section aria-label="Sales" className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-lg">Sales</h2>
        <label>
          <span className="sr-only">Period</span>
          <select
            value={days}
            onChange={(event) => setDays(PERIODS.find(({ id }) => id === event.target.value)?.id ?? '30')}
            className="h-9 rounded-md border border-line bg-sheet px-2 text-sm max-md:h-11"
          >
            {PERIODS.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Loaded query={query} skeleton={<SkeletonRows count={6} />}>
        {(sales) => <SalesView sales={sales} days={days} />}
      </Loaded>
    </section>
  )
}

function SalesView({ sales, days }: { sales: Sales; days: Days }) {
  return (
    <>
      <SalesFigures sales={sales} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <DayCharts sales={sales} days={days} />
        <div className="flex flex-col gap-4">
          <Panel title="Best sellers">
            {sales.products.length === 0 ? (
              <p className="text-sm text-ink-soft">No sales in this period.</p>
            ) : (
              <BarList
                label="Best sellers by revenue"
                items={sales.products.map(({ productId, title, revenue }) => ({
                  id: productId,
                  name: title,
                  value: revenue,
                  text: formatWholeMoney(revenue),
                }))}
              />
            )}
          </Panel>
          <LeadTimes leadTimes={sales.leadTimes} />
          {sales.cancellations.length > 0 && (
            <Panel title="Cancelled orders" hint="by reason">
              <BarList
                label="Cancelled orders by reason"
                items={sales.cancellations.map(({ reason, orders }) => ({
                  id: reason,
                  name: reason,
                  value: orders,
                  text: String(orders),
                }))}
              />
            </Panel>
          )}
        </div>
      </div>
    </>
  )
}

function DayCharts({ sales, days }: { sales: Sales; days: Days }) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <TimeChart
        title="Revenue per day"
        hint={`vs. the previous ${days} days`}
        points={sales.days.map(({ day, revenue, revenueBefore }) => ({
          label: formatDay(`${day}T12:00:00`),
          value: revenue,
          before: revenueBefore,
        }))}
        format={formatWholeMoney}
        columns={['Revenue', 'Before']}
      />
      <TimeChart
        title="Orders per day"
        hint={`vs. the previous ${days} days`}
        points={sales.days.map(({ day, orders, ordersBefore }) => ({
          label: formatDay(`${day}T12:00:00`),
          value: orders,
          before: ordersBefore,
        }))}
        format={formatNumber}
        columns={['Orders', 'Before']}
      />
    </div>
  )
}

/** Renders the time from payment to shipment as a distribution, from the shortest to the longest span. */
function LeadTimes({ leadTimes }: Pick<Sales, 'leadTimes'>) {
  const shipped = leadTimes.reduce((total, { orders }) => total + orders, 0)
  return (
    <Panel title="Lead time" hint="from payment to shipping">
      {shipped === 0 ? (
        <p className="text-sm text-ink-soft">No orders shipped in this period.</p>
      ) : (
        <BarList
          label="Shipped orders by lead time"
          items={leadTimes.map(({ fromDays, toDays, orders }) => ({
            id: String(fromDays),
            name: describeLeadTime(fromDays, toDays),
            value: orders,
            text: `${formatNumber(orders)} (${Math.round((orders / shipped) * 100)}%)`,
          }))}
        />
      )}
    </Panel>
  )
}

function describeLeadTime(fromDays: number, toDays: number | null): string {
  if (fromDays === 0) return 'Up to 1 day'
  return toDays === null ? `Over ${fromDays} days` : `${fromDays}–${toDays} days`
}

function SalesFigures({ sales: { totals, totalsBefore } }: { sales: Sales }) {
  const average = (one: Sales['totals']) => (one.orders === 0 ? 0 : one.revenue / one.orders)
  const figures = [
    {
      label: 'Revenue',
      value: formatMoney(totals.revenue),
      now: totals.revenue,
      before: totalsBefore.revenue,
    },
    {
      label: 'Orders',
      value: formatNumber(totals.orders),
      now: totals.orders,
      before: totalsBefore.orders,
    },
    {
      label: 'Average order',
      value: formatMoney(average(totals)),
      now: average(totals),
      before: average(totalsBefore),
    },
    {
      label: 'Cancelled',
      value: formatNumber(totals.cancelled),
      now: totals.cancelled,
      before: totalsBefore.cancelled,
      isBadToGrow: true,
    },
  ]
  return (
    <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      {figures.map((figure) => (
        <div key={figure.label} className="console-panel flex flex-col px-4 py-3">
          <dt className="text-sm text-ink-soft">{figure.label}</dt>
          <dd className="text-xl font-semibold tabular-nums">{figure.value}</dd>
          <dd className="text-xs">
            <Trend {...figure} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Trend({ now, before, isBadToGrow = false }: { now: number; before: number; isBadToGrow?: boolean }) {
  if (before === 0) return <span className="text-ink-soft">No sales in the previous period</span>
  const change = Math.round(((now - before) / before) * 100)
  if (change === 0) return <span className="text-ink-soft">Same as the previous period</span>
  const isGood = change > 0 !== isBadToGrow
  return (
    <span className={isGood ? 'text-accent-deep' : 'text-danger'}>
      {change > 0 ? '+' : '−'}
      {formatNumber(Math.abs(change))}%<span className="sr-only"> vs. the previous period</span>
    </span>
  )
}

function formatWholeMoney(amount: number): string {
  return amount.toLocaleString('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
}
