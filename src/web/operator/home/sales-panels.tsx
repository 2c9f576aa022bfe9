import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { TimeChart } from '#web/console/charts/time-chart.tsx'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatDay, formatMoney, formatNumber } from '#web/console/data/format.ts'
import { getPreparingInterval, Preparing } from '#web/console/parts/preparing.tsx'
import { describeBefore, PeriodPicker, readPeriod, toQuery } from './period-picker.tsx'

type Sales = AnswerTo<'GET /operator/sales'>

/** Renders sales, orders, take rate and escrow of the marketplace, and its sales by day. */
export function SalesPanels({ search }: { search: Readonly<Record<string, string>> }) {
  const period = readPeriod(search)
  const query = useQuery({
    queryKey: ['operator', 'sales', period],
    queryFn: ({ signal }) => call('GET /operator/sales', { query: toQuery(period) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    refetchInterval: getPreparingInterval,
  })
  const before = describeBefore(period)
  return (
    <section aria-label="Sales" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 className="text-lg">Sales</h2>
        <PeriodPicker search={search} />
      </div>
      <Loaded query={query} skeleton={<SkeletonRows count={6} />}>
        {(sales) =>
          sales.preparing > 0 ? (
            <Preparing orders={sales.preparing} />
          ) : (
            <>
              <SalesFigures sales={sales} before={before} />
              {sales.days.length > 1 && (
                <TimeChart
                  title="Sales per day"
                  hint={`vs. ${before}`}
                  points={sales.days.map(({ day, sales: value, salesBefore }) => ({
                    label: formatDay(`${day}T12:00:00`),
                    value,
                    before: salesBefore,
                  }))}
                  format={formatWholeMoney}
                  columns={['Sales', 'Before']}
                />
              )}
            </>
          )
        }
      </Loaded>
    </section>
  )
}

function SalesFigures({ sales, before }: { sales: Sales; before: string }) {
  const { totals, totalsBefore, escrow } = sales
  const figures = [
    {
      label: 'Sales',
      value: formatMoney(totals.sales),
      note: compare(totals.sales, totalsBefore.sales, before),
    },
    {
      label: 'Orders',
      value: formatNumber(totals.orders),
      note: compare(totals.orders, totalsBefore.orders, before),
    },
    {
      label: 'Take rate',
      value: formatShare(totals),
      note: `${formatMoney(totals.commission)} commission; ${formatShare(totalsBefore)} in ${before}`,
    },
    {
      label: 'In escrow now',
      value: formatMoney(escrow),
      note: 'Paid by buyers and not available to suppliers yet',
    },
  ]
  return (
    <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      {figures.map(({ label, value, note }) => (
        <div key={label} className="console-panel flex flex-col px-4 py-3">
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="text-xl font-semibold tabular-nums">{value}</dd>
          <dd className="text-xs text-ink-soft">{note}</dd>
        </div>
      ))}
    </dl>
  )
}

function formatShare({ sales, commission }: Sales['totals']): string {
  return sales === 0
    ? '–'
    : (commission / sales).toLocaleString('en-US', { style: 'percent', maximumFractionDigits: 1 })
}

function compare(now: number, then: number, before: string): string {
  if (then === 0) return `None in ${before}`
  const change = Math.round(((now - then) / then) * 100)
  return `${change < 0 ? '−' : '+'}${formatNumber(Math.abs(change))}% vs. ${before}`
}

function formatWholeMoney(amount: number): string {
  return amount.toLocaleString('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
}
