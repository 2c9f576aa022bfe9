import type { Queryable } from '#database/database.ts'
import type { Enqueue } from '#platform/jobs/job.ts'

/**
 * Has the provider asked for a refund once the transaction commits, by the public id of its request. The request is kept
 * anyway: what is not asked for now is found by its state.
 */
export type AskRefund = (tx: Queryable, refundId: string) => Promise<void>

/** What orders need of what comes after them. */
export type OrderDesk = Readonly<{ enqueue: Enqueue; refund?: AskRefund }>
