import { queryPrepared, type Queryable } from '#database/database.ts'

/** The marketplace's figures for monitoring. */
export type MarketplaceMetric =
  | 'cabochon_effects'
  | 'cabochon_jobs'
  | 'cabochon_jobs_oldest_due_seconds'
  | 'cabochon_ledger_audit_age_seconds'
  | 'cabochon_ledger_audit_sound'
  | 'cabochon_webhook_deliveries_pending'
  | 'cabochon_webhook_endpoints_paused'

/** A reading of the whole marketplace: its gauge, and the state that it counts, if any. */
export type MarketplaceReading = Readonly<{ metric: MarketplaceMetric; state: string | null; value: number }>

/** Reads the marketplace's figures for monitoring, each number from a small index. */
export function readMarketplaceMetrics(db: Queryable): Promise<MarketplaceReading[]> {
  return queryPrepared<MarketplaceReading>(db, READINGS)
}

const READINGS = {
  name: 'operator_metrics',
  text: `
    select 'cabochon_effects' as metric, state, count(e.id)::float8 as value
      from unnest('{unknown,refused}'::text[]) as s (state) left join effects e using (state) group by state
    union all
    select 'cabochon_effects', 'pending', count(*) from effects where next_attempt_at is not null
    union all
    select 'cabochon_webhook_deliveries_pending', null, count(*) from webhook_deliveries where state = 'pending'
    union all
    select 'cabochon_webhook_endpoints_paused', null, count(*) from webhook_endpoints
      where state = 'paused' and removed_at is null
    union all
    select 'cabochon_jobs', state, value
      from (select coalesce(sum(queued_count), 0) as queued, coalesce(sum(active_count), 0) as active,
        coalesce(sum(deferred_count), 0) as deferred from pgboss.queue) q
      cross join lateral (values ('queued', queued), ('active', active), ('deferred', deferred)) as v (state, value)
    union all
    select 'cabochon_jobs_oldest_due_seconds', null,
      coalesce(extract(epoch from now() - min(start_after)), 0) from pgboss.job where state < 'active' and start_after <= now()
    union all
    (select 'cabochon_ledger_audit_sound', null, is_sound::int from ledger_audits order by finished_at desc limit 1)
    union all
    select 'cabochon_ledger_audit_age_seconds', null, extract(epoch from now() - max(finished_at)) from ledger_audits
      having max(finished_at) is not null`,
}
