import type { Queryable } from '#database/database.ts'

/** Violations of a rule: their total count, and some of them as messages. */
export type ViolationReport = Readonly<{ count: number; messages: readonly string[] }>

/**
 * A rule that the books must fulfil at any moment. `name` is a stable key for programs; `rule` is the rule as a
 * sentence. Later features pass their rules in, such as that a finished order has nothing left in escrow, because the
 * ledger knows no orders. `find` reads everything in a fixed number of statements, and returns at most `most`
 * violations as messages.
 */
export type LedgerCheck = Readonly<{
  name: string
  rule: string
  find(db: Queryable, limit: number): Promise<ViolationReport>
}>
