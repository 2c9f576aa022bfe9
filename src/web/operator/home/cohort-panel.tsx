import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toDecimal } from '#core/money.ts'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatNumber } from '#web/console/data/format.ts'
import { Action } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'

type Answer = AnswerTo<'GET /operator/vendor-cohorts'>
type Cohort = Answer['cohorts'][number]
type Month = Cohort['months'][number]

/** Renders vendors by the month of their first order: how many ordered in each later month, or for how much. */
export function CohortPanel() {
  const [isRevenue, setIsRevenue] = useState(false)
  const query = useQuery({
    queryKey: ['operator', 'vendor-cohorts'],
    queryFn: ({ signal }) => call('GET /operator/vendor-cohorts', {}, { signal }),
    staleTime: 300_000,
  })
  return (
    <Panel
      isFlush
      title="Vendors by month of first order"
      hint={isRevenue ? 'what they paid, by months after' : 'share that ordered, by months after'}
      aside={
        <Action isSmall aria-pressed={isRevenue} onClick={() => setIsRevenue(!isRevenue)}>
          {isRevenue ? 'Show vendors' : 'Show revenue'}
        </Action>
      }
    >
      <Loaded query={query} skeleton={<SkeletonRows count={4} />}>
        {({ cohorts, currency }) =>
          cohorts.length === 0 ? (
            <p className="px-4 pb-4 text-sm text-ink-soft">
              No vendor placed a first order in the last twelve months. Practice orders don’t count.
            </p>
          ) : (
            <CohortTable cohorts={cohorts} describe={isRevenue ? toRevenue(currency) : toShare} />
          )
        }
      </Loaded>
    </Panel>
  )
}

/** Months after the first that a phone shows; larger screens show all. */
const PHONE_MONTHS = 3

type Describe = (month: Month, cohort: Cohort) => Readonly<{ text: string; share: number }>

function CohortTable({ cohorts, describe }: { cohorts: readonly Cohort[]; describe: Describe }) {
  const most = Math.max(...cohorts.map(({ months }) => months.length))
  const places = Array.from({ length: most }, (_, place) => place)
  const onPhone = (place: number) => (place < PHONE_MONTHS ? '' : 'max-md:hidden')
  return (
    <table
      className="console-table max-md:[&_td]:px-2! max-md:[&_th]:px-2!"
      aria-label="Vendors by month of first order"
    >
      <thead>
        <tr>
          <th scope="col">First order</th>
          <th scope="col" className="number">
            Vendors
          </th>
          {places.map((place) => (
            <th key={place} scope="col" className={`number ${onPhone(place)}`}>
              {place === 0 ? '0' : `+${place}`}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cohorts.map((cohort) => (
          <tr key={cohort.month}>
            <th scope="row" className="text-start font-medium">
              {MONTHS.format(new Date(`${cohort.month}-01T00:00:00Z`))}
            </th>
            <td className="number">{formatNumber(cohort.vendors)}</td>
            {places.slice(0, cohort.months.length).map((place) => {
              const month = cohort.months[place] ?? NO_ORDERS
              const { text, share } = describe(month, cohort)
              return (
                <td key={place} className={`number ${toShade(share)} ${onPhone(place)}`}>
                  {text}
                </td>
              )
            })}
            {cohort.months.length < most && (
              <td colSpan={most - cohort.months.length} className="max-md:hidden">
                {NOTHING}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Keeps the line below a row whole. */
const NOTHING = '\u00A0'

const NO_ORDERS: Month = { vendors: 0, revenue: 0 }

const MONTHS = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

const toShare: Describe = ({ vendors }, cohort) => {
  const share = vendors / cohort.vendors
  return { text: `${Math.round(share * 100)}%`, share }
}

/** Revenue is shaded by that of the cohort's first month. */
function toRevenue(currency: string): Describe {
  // Short, as a phone has little room: $8.5K.
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
  })
  return ({ revenue }, { months }) => ({
    text: format.format(toDecimal(revenue, currency)),
    share: Math.min(1, revenue / Math.max(1, months[0]?.revenue ?? 0)),
  })
}

/** The darker, the larger the share; the figure says it too. */
function toShade(share: number): string {
  if (share === 0) return 'text-ink-soft'
  if (share < 0.34) return 'bg-accent/10'
  return share < 0.67 ? 'bg-accent/20' : 'bg-accent/30'
}
