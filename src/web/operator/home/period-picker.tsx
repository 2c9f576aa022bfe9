import { useState } from 'react'
import { DAY } from '#core/time.ts'
import { formatNumber } from '#web/console/data/format.ts'
import { useAddressChange } from '#web/console/table/use-address.ts'
import { Field } from '#web/ui/field.tsx'
import { OPERATOR } from '../console/addresses.ts'

type Search = Readonly<Record<string, string>>
type Days = '1' | '7' | '30' | '90'

/** A period as in the query of calls. */
export type Period = Readonly<{ days: Days } | { from: string; to: string }>

const PERIODS: readonly Readonly<{ id: Days; label: string; before: string }>[] = [
  { id: '1', label: 'Today', before: 'yesterday' },
  { id: '7', label: 'Last 7 days', before: 'the previous 7 days' },
  { id: '30', label: 'Last 30 days', before: 'the previous 30 days' },
  { id: '90', label: 'Last 90 days', before: 'the previous 90 days' },
]

const MAX_DAYS = 366

/** Returns the period in the query of an address; the last 30 days by default. */
export function readPeriod({ period, from, to }: Search): Period {
  if (from !== undefined && to !== undefined) return { from, to }
  return { days: PERIODS.find(({ id }) => id === period)?.id ?? '30' }
}

/** Returns the query of calls for a period, in days of the user's time zone. */
export function toQuery(period: Period) {
  return { ...period, utcOffset: -new Date().getTimezoneOffset() }
}

/** Describes the previous period, such as `the previous 30 days`. */
export function describeBefore(period: Period): string {
  if ('days' in period) return PERIODS.find(({ id }) => id === period.days)?.before ?? ''
  const days = countDays(period)
  return days === 1 ? 'the previous day' : `the previous ${formatNumber(days)} days`
}

function countDays({ from, to }: Readonly<{ from: string; to: string }>): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1
}

/** Returns a local day such as `2026-03-02`, a number of days ago. */
function getDay(daysAgo: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo))
    .toISOString()
    .slice(0, 10)
}

/** Renders the selection of a period, which is stored in the page's address. */
export function PeriodPicker({ search }: { search: Search }) {
  const change = useAddressChange(OPERATOR.home, search)
  const period = readPeriod(search)
  const isCustom = 'from' in period

  function select(id: string): void {
    const next =
      id === 'custom'
        ? { period: undefined, from: getDay(29), to: getDay(0) }
        : { period: id === '30' ? undefined : id, from: undefined, to: undefined }
    change(next, { keepScroll: true })
  }

  return (
    <div className="flex flex-wrap items-end gap-3">
      <label>
        <span className="sr-only">Period</span>
        <select
          value={isCustom ? 'custom' : period.days}
          onChange={(event) => select(event.target.value)}
          className="h-9 rounded-md border border-line bg-sheet px-2 text-sm max-md:h-11"
        >
          {PERIODS.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
          <option value="custom">Custom</option>
        </select>
      </label>
      {isCustom && <CustomDays period={period} onChange={(days) => change(days, { keepScroll: true })} />}
    </div>
  )
}

type CustomPeriod = Readonly<{ from: string; to: string }>

/** Renders the fields of a custom period, which applies once it is valid. */
function CustomDays({
  period,
  onChange,
}: {
  period: CustomPeriod
  onChange: (period: CustomPeriod) => void
}) {
  const [entered, setEntered] = useState(period)
  const fault = findFault(entered)

  function enter(part: Partial<CustomPeriod>): void {
    const next = { ...entered, ...part }
    setEntered(next)
    if (findFault(next) === undefined) onChange(next)
  }

  return (
    <div className="grid max-w-md grid-cols-2 gap-3">
      <Field
        label="First day"
        type="date"
        max={getDay(0)}
        value={entered.from}
        onChange={(event) => enter({ from: event.target.value })}
      />
      <Field
        label="Last day"
        type="date"
        max={getDay(0)}
        value={entered.to}
        onChange={(event) => enter({ to: event.target.value })}
      />
      {fault !== undefined && (
        <p role="alert" className="col-span-2 text-sm text-danger">
          {fault}
        </p>
      )}
    </div>
  )
}

function findFault({ from, to }: CustomPeriod): string | undefined {
  const isDay = (day: string) => !Number.isNaN(Date.parse(day)) && day >= '2000-01-01'
  if (!isDay(from) || !isDay(to)) return 'Enter the first and the last day.'
  if (to > getDay(0)) return 'The last day must not be in the future.'
  if (from > to) return 'The first day must not be after the last day.'
  return countDays({ from, to }) > MAX_DAYS ? `Select at most ${MAX_DAYS} days.` : undefined
}
