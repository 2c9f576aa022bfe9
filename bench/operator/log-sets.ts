import type { Pool } from 'pg'
import { runLong } from '../supplier/order-sets.ts'

/** Adds `count` entries to the audit log, of these accounts in turn, over the last year. */
export async function generateLog(pool: Pool, accountIds: readonly number[], count: number): Promise<void> {
  await runLong(pool, [{ text: ENTRIES, values: [accountIds, count] }, 'vacuum (analyze) audit_log'])
}

const ENTRIES = `
  insert into audit_log (account_id, business_id, role, kind, action, entity, before, after, at, network)
  select ($1::bigint[])[1 + n % cardinality($1::bigint[])], ($1::bigint[])[1 + n % cardinality($1::bigint[])], 'owner',
    (array['order', 'pricing', 'product', 'listing', 'connection', 'team'])[1 + n % 6],
    (array['Accepted an order', 'Changed a price', 'Published a product', 'Updated listings', 'Checked a store', 'Invited a member'])[1 + n % 6],
    'thing_' || n, '{"value": 1}', '{"value": 2}', now() - ($2::int - n) * interval '31 seconds', '203.0.113.0/24'
  from generate_series(1, $2::int) n`
