import type { Transaction } from '#database/database.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { type Case, setTimer } from '../case-queries.ts'
import { nextReminder } from '../rules.ts'
import { findTimer } from './timer-queries.ts'

/** Has the operators reminded of a locked case that waits for them and will end by itself, and sets when they are again. */
export async function remindOperators(
  tx: Transaction,
  found: Case,
  { now, enqueue }: Readonly<{ now: Date; enqueue: Enqueue }>,
): Promise<void> {
  const endsAt = await findTimer(tx, found.id, 'end')
  const dueAt = endsAt && nextReminder(endsAt, now)
  await setTimer(tx, { caseId: found.id, kind: 'remind', dueAt })
  const input = { caseId: found.publicId, at: now.toISOString() }
  await enqueue(tx, { job: 'cases.mail_reminder', input })
}
