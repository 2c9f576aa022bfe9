import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { BarList } from '#web/console/charts/bar-list.tsx'
import { TimeChart } from '#web/console/charts/time-chart.tsx'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatDay, formatNumber } from '#web/console/data/format.ts'
import { Panel } from '#web/console/parts/panel.tsx'
import { getPreparingInterval, Preparing } from '#web/console/parts/preparing.tsx'
import { CohortPanel } from './cohort-panel.tsx'
import { describeBefore, type Period, readPeriod, toQuery } from './period-picker.tsx'

type Rates = AnswerTo<'GET /operator/rates'>
type Counts = Rates['totals']
type FunnelData = AnswerTo<'GET /operator/funnel'>

/** Renders the progress of the selected period's orders, and their problems. */
export function OrderPanels({ search }: { search: Readonly<Record<string, string>> }) {
  const period = readPeriod(search)
  return (
    <section aria-label="Orders" className="flex flex-col gap-4">
      <h2 className="text-lg">Orders</h2>
      <FunnelPanel period={period} />
      <RateCharts period={period} />
      <CohortPanel />
    </section>
  )
}

const STEPS = [
  { id: 'placed', name: 'Placed' },
  { id: 'paid', name: 'Paid' },
  { id: 'shipped', name: 'Shipped' },
  { id: 'delivered', name: 'Delivered' },
  { id: 'completed', name: 'Completed' },
] as const

function FunnelPanel({ period }: { period: Period }) {
  const query = useQuery({
    queryKey: ['operator', 'funnel', period],
    queryFn: ({ signal }) => call('GET /operator/funnel', { query: toQuery(period) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    refetchInterval: getPreparingInterval,
  })
  return (
    <Panel title="From placed to completed" hint="orders placed in this period, as they are now">
      <Loaded query={query} skeleton={<SkeletonRows count={5} />}>
        {({ preparing, funnel, funnelBefore }) =>
          preparing > 0 ? (
            <p role="status" className="text-sm text-ink-soft">
              We’re preparing your figures.
            </p>
          ) : funnel.placed === 0 ? (
            <p className="text-sm text-ink-soft">No orders placed in this period.</p>
          ) : (
            <BarList
              label="Orders by stage"
              items={STEPS.map(({ id, name }) => ({
                id,
                name,
                value: funnel[id],
                text: describeStep(id, funnel, funnelBefore),
              }))}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}

function describeStep(
  id: (typeof STEPS)[number]['id'],
  funnel: FunnelData['funnel'],
  before: FunnelData['funnel'],
): string {
  if (id === 'placed') return `${formatNumber(funnel.placed)}, ${formatNumber(before.placed)} before`
  const share = formatPercent(toPercent(funnel[id], funnel.placed))
  const shareBefore = before.placed === 0 ? '–' : formatPercent(toPercent(before[id], before.placed))
  return `${formatNumber(funnel[id])} (${share}), ${shareBefore} before`
}

/** The charts: which orders had a problem, of which total. */
const CHARTS = [
  { title: 'Late orders', note: 'not shipped in time', bad: 'late', of: 'orders' },
  { title: 'Cases and disputes', note: 'orders with any', bad: 'inCase', of: 'orders' },
  { title: 'Out of stock', note: 'cancelled by suppliers', bad: 'outOfStock', of: 'orders' },
  { title: 'Lost webhooks', note: 'orders found by a check', bad: 'recovered', of: 'storeOrders' },
] as const

function RateCharts({ period }: { period: Period }) {
  const query = useQuery({
    queryKey: ['operator', 'rates', period],
    queryFn: ({ signal }) => call('GET /operator/rates', { query: toQuery(period) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    refetchInterval: getPreparingInterval,
  })
  const before = describeBefore(period)
  return (
    <Loaded query={query} skeleton={<SkeletonRows count={6} />}>
      {(rates) =>
        rates.preparing > 0 ? (
          <Preparing orders={rates.preparing} />
        ) : (
          <div className="grid gap-4 lg:grid-cols-2">
            {CHARTS.map((chart) => (
              <RateChart key={chart.title} chart={chart} rates={rates} before={before} />
            ))}
          </div>
        )
      }
    </Loaded>
  )
}

function RateChart(props: { chart: (typeof CHARTS)[number]; rates: Rates; before: string }) {
  const { chart, rates, before } = props
  const { title, note, bad, of } = chart
  const describe = (counts: Counts) => describeRate(counts[bad], counts[of])
  const toShare = (counts: Counts) =>
    counts[of] === 0 ? 'none' : formatPercent(toPercent(counts[bad], counts[of]))
  if (rates.spans.length === 1)
    return (
      <Panel title={title} hint={note}>
        <p className="text-sm tabular-nums">
          {describe(rates.totals)} vs. {describe(rates.totalsBefore)} in {before}
        </p>
      </Panel>
    )
  return (
    <TimeChart
      title={title}
      hint={`${note}, ${toShare(rates.totals)} vs. ${toShare(rates.totalsBefore)} before`}
      points={rates.spans.map((span) => ({
        label: formatDay(`${span.day}T12:00:00`),
        value: toPercent(span.now[bad], span.now[of]),
        before: toPercent(span.before[bad], span.before[of]),
        text: describe(span.now),
        textBefore: describe(span.before),
      }))}
      format={formatPercent}
      columns={['Rate', 'Before']}
      textOfNone={describeNone(rates.totals[of], of)}
      unit={rates.unit}
    />
  )
}

/** Describes that no order had a problem, which a chart of zeros would hide, or that there were no orders. */
function describeNone(all: number, of: (typeof CHARTS)[number]['of']): string {
  const orders = of === 'storeOrders' ? 'store orders' : 'orders'
  return all === 0
    ? `No ${orders} in this period or the one before.`
    : `None of ${formatNumber(all)} ${orders} in this period, and none in the one before.`
}

function toPercent(part: number, all: number): number {
  return all === 0 ? 0 : (part / all) * 100
}

function describeRate(part: number, all: number): string {
  if (all === 0) return 'none'
  return `${formatPercent(toPercent(part, all))} (${formatNumber(part)} of ${formatNumber(all)})`
}

function formatPercent(percent: number): string {
  return `${percent.toLocaleString('en-US', { maximumFractionDigits: 1 })}%`
}
