import type { Queryable } from '#database/database.ts'

/** Violations of a rule: their total count, and some of them as messages. */
export type ViolationReport = Readonly<{ count: number; messages: readonly string[] }>

/**
 * A rule that must hold of the books at any moment. `name` lasts and is for programs; `rule` is the rule as a sentence. Later
 * features hand over theirs, such as that an order that is over has nothing left in escrow: the ledger knows no orders. `find`
 * reads everything by set statements, and gives at most `most` of the offenders as messages.
 */
export type LedgerCheck = Readonly<{
  name: string
  rule: string
  find(db: Queryable, limit: number): Promise<ViolationReport>
}>
