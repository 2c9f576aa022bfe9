import { PRACTICE_CURRENCY } from '#core/money.ts'
import { queryPrepared, type Queryable } from '#database/database.ts'

/** What the vendors of a month of first orders did in a later month: how many ordered, and for how much in minor units. */
export type CohortMonth = Readonly<{
  /** The month of their first order, such as `2026-03`, in UTC. */
  cohort: string
  /** Months after that one; 0 is itself. */
  after: number
  vendors: number
  revenue: number
}>

/** Returns what vendors did whose first paid order came at `since` or later, by the month of that order. */
export function listVendorCohorts(db: Queryable, since: Date): Promise<CohortMonth[]> {
  return queryPrepared<CohortMonth>(db, LIST, [since])
}

const toMonth = (at: string) => `date_trunc('month', ${at} at time zone 'UTC')`
const toNumber = (month: string) => `(date_part('year', ${month}) * 12 + date_part('month', ${month}))::int`
const PAID = `p.channel = 'vendor' and p.paid_at is not null and p.currency <> '${PRACTICE_CURRENCY}'`

// The first order of each vendor, and all orders of those that count, are read from one index (purchases_vendor_paid).
const LIST = {
  name: 'operator_list_vendor_cohorts',
  text: `
    with firsts as (
      select a.id, ${toMonth('f.paid_at')} as month
      from accounts a cross join lateral (
        select p.paid_at from purchases p where p.account_id = a.id and ${PAID} order by p.paid_at limit 1) f
      where a.type = 'vendor' and f.paid_at >= $1),
    months as (
      select f.month as first, ${toMonth('p.paid_at')} as month, p.account_id, sum(p.total_amount) as revenue
      from firsts f join purchases p on p.account_id = f.id and ${PAID}
      group by 1, 2, 3)
    select to_char(first, 'YYYY-MM') as cohort, ${toNumber('month')} - ${toNumber('first')} as after,
      count(*)::int as vendors, sum(revenue)::bigint as revenue
    from months group by first, month order by first, month`,
}
