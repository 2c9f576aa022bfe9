import { queryPrepared, type Queryable } from '#database/database.ts'
import type { ExceptionKind } from './shapes.ts'

/** The number of open exceptions of a kind, and the time of the oldest. */
export type Exception = Readonly<{ kind: ExceptionKind; count: number; oldestAt: Date | null }>

/** Lists open exceptions by kind; kinds without any are left out. */
export async function listExceptions(db: Queryable): Promise<Exception[]> {
  return queryPrepared<Exception>(db, LIST)
}

// Each part reads an index of open rows, which stays small.
const LIST = {
  name: 'operator_list_exceptions',
  text: `
    select kind, count, "oldestAt" from (
      select 'unknown_refunds' as kind, count(*) as count, min(updated_at) as "oldestAt"
        from refund_requests where state in ('refused', 'unknown') and state = 'unknown'
      union all select 'refused_refunds', count(*), min(updated_at)
        from refund_requests where state in ('refused', 'unknown') and state = 'refused'
      union all select 'unclear_payouts', count(*), min(updated_at)
        from payouts where state in ('prepared', 'in_file', 'sent', 'unclear') and state = 'unclear'
      union all select 'prepared_payouts', count(*), min(created_at)
        from payouts where state in ('prepared', 'in_file', 'sent', 'unclear') and state = 'prepared'
      union all select 'failed_jobs', count(*), min(created_on) from pgboss.job where state = 'failed'
      union all select 'unknown_labels', count(*), min(updated_at) from parcel_labels
        where state = 'asked' and next_check_at is not null
      union all select state || '_effects', count(*), min(updated_at) from effects
        where state in ('unknown', 'refused') and next_attempt_at is null and kind not in ('refunds.send') group by state
      union all select 'unapplied_money', count(*), min(r.received_at)
        from receipts r where r.state = 'unapplied' and exists (
          select from ledger_balances b
          where b.account = 2900 and b.subledger = r.id::text and b.currency = r.currency
          group by b.subledger having sum(b.balance) < 0)
      union all select 'discrepancies', count(*), min(created_at)
        from settlement_discrepancies where resolved_at is null
      union all select 'cases', count(*), min(updated_at) from cases where state = 'operator_turn'
      union all select 'disputes', count(*), min(created_at) from chargebacks where state in ('inquiry', 'open')
      union all select 'verifications', count(*), min(stated_at) from store_verification_items where decision is null
      union all select 'reported_reviews', count(distinct x.review_id), min(x.created_at)
        from review_reports x join reviews r on r.id = x.review_id where x.decision is null and r.removed_at is null
      union all select 'reported_chats', count(*), min(created_at) from chat_reports where closed_at is null
      union all select 'messages', count(*), min(created_at)
        from contact_messages where state = 'open' and answered_at is null
      union all select 'products', count(*), min(m.since)
        from products p join product_moderations m on m.product_id = p.id where p.moderation = 'pending' and p.status = 'active'
    ) found where count > 0 order by "oldestAt", kind`,
}
