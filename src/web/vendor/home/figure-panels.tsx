import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { BarList } from '#web/console/charts/bar-list.tsx'
import { TimeChart } from '#web/console/charts/time-chart.tsx'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatDay, formatMoney, formatNumber } from '#web/console/data/format.ts'
import { Panel } from '#web/console/parts/panel.tsx'
import { getPreparingInterval, Preparing } from '#web/console/parts/preparing.tsx'

type Figures = AnswerTo<'GET /vendor/figures'>['figures']
type Period = Figures['periods'][number]

/** Renders the profit of the vendor's orders: today, 7 and 30 days, by day, and best sellers. */
export function FigurePanels() {
  const [kind, setKind] = useState<Figures['kind']>()
  const query = useQuery({
    queryKey: ['vendor', 'figures', kind],
    queryFn: async ({ signal }) => {
      const utcOffset = -new Date().getTimezoneOffset()
      return (
        await call('GET /vendor/figures', { query: { utcOffset, ...(kind ? { kind } : {}) } }, { signal })
      ).figures
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    refetchInterval: getPreparingInterval,
  })
  return (
    <Loaded query={query} skeleton={<SkeletonRows count={6} />}>
      {(figures) => (
        <section aria-label="Profit" className="flex flex-col gap-4">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 className="text-lg">{figures.kind === 'practice' ? 'Practice profit' : 'Profit'}</h2>
            {figures.hasBoth && (
              <label>
                <span className="sr-only">Orders</span>
                <select
                  value={figures.kind}
                  onChange={(event) => setKind(event.target.value === 'practice' ? 'practice' : 'real')}
                  className="h-9 rounded-md border border-line bg-sheet px-2 text-sm max-md:h-11"
                >
                  <option value="real">Real orders</option>
                  <option value="practice">Practice orders</option>
                </select>
              </label>
            )}
          </div>
          {figures.preparing > 0 ? (
            <Preparing orders={figures.preparing} />
          ) : (
            <FiguresView figures={figures} />
          )}
        </section>
      )}
    </Loaded>
  )
}

function FiguresView({ figures }: { figures: Figures }) {
  const { currency, periods, days, products } = figures
  const format = (amount: number) => formatMoney(amount, currency)
  return (
    <>
      <dl className="grid gap-4 sm:grid-cols-3">
        {periods.map((period) => (
          <PeriodFigure key={period.days} period={period} format={format} />
        ))}
      </dl>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <TimeChart
          title="Profit per day"
          hint="vs. the previous 30 days"
          points={days.map(({ day, profit, profitBefore }) => ({
            label: formatDay(`${day}T12:00:00`),
            value: profit,
            before: profitBefore,
          }))}
          format={format}
          columns={['Profit', 'Before']}
        />
        <Panel title="Best sellers" hint="last 30 days">
          {products.length === 0 ? (
            <p className="text-sm text-ink-soft">No sales in this period.</p>
          ) : (
            <BarList
              label="Best sellers by items"
              items={products.map(({ title, units }) => ({
                id: title,
                name: title,
                value: units,
                text: units === 1 ? '1 item' : `${units} items`,
              }))}
            />
          )}
        </Panel>
      </div>
    </>
  )
}

const PERIOD_LABELS: Readonly<Record<number, string>> = { 1: 'Today', 7: 'Last 7 days', 30: 'Last 30 days' }

/** Renders the profit: retail less wholesale and shipping; unknown without an exchange rate. */
function PeriodFigure({ period, format }: { period: Period; format: (amount: number) => string }) {
  const { now, before, days } = period
  const orders = now.orders === 1 ? '1 order' : `${formatNumber(now.orders)} orders`
  return (
    <div className="console-panel flex flex-col px-4 py-3">
      <dt className="text-sm text-ink-soft">{PERIOD_LABELS[days] ?? `Last ${days} days`}</dt>
      <dd className="text-xl font-semibold tabular-nums">
        {now.profit === null ? 'Enter your exchange rate' : format(now.profit)}
      </dd>
      <dd className="text-xs text-ink-soft">
        {orders}
        {now.orders > 0 && ` selling for ${format(now.retail)}`}
      </dd>
      <dd className="text-xs text-ink-soft">
        {before.profit === null || before.orders === 0
          ? 'None in the previous period'
          : `${format(before.profit)} in the previous period`}
      </dd>
    </div>
  )
}
