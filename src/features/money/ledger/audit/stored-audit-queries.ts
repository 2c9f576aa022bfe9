import { queryPrepared, type Queryable } from '#database/database.ts'

/** The result of an audit: how many entries it read, and the names of the broken rules. */
export type StoredAudit = Readonly<{
  finishedAt: Date
  seconds: number
  entries: number
  brokenRules: readonly string[]
}>

/** Records what an audit of the ledger found. */
export async function insertAudit(db: Queryable, audit: StoredAudit): Promise<void> {
  const { finishedAt, seconds, entries, brokenRules } = audit
  await queryPrepared(db, INSERT, [finishedAt, seconds, entries, brokenRules])
}

const INSERT = {
  name: 'ledger_audits_insert',
  text: `
    insert into ledger_audits (finished_at, seconds, entries, broken_rules, is_sound)
    values ($1, $2, $3, $4::text[], cardinality($4::text[]) = 0)`,
}
