import type { Database, Transaction } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import type { OrderDesk } from '#features/sales/orders/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { Log } from '#platform/log.ts'
import { actOn, lockWhole } from '../actions/act-in-case.ts'
import { type Case, setTimer } from '../case-queries.ts'
import { nextReminder, silentStep } from '../rules.ts'
import { type DueTimer, findTimer, isDue, listDueTimers, postponeTimer } from './timer-queries.ts'

/** How many timers are looked for at once. */
const BATCH = 100

/** What firing timers needs. */
export type Firing = Readonly<{ desk: OrderDesk; now: Date; log: Log }>

/** Does what is due in cases by itself, one case a transaction; gives how many timers did something. None is done twice. */
export async function fireCaseTimers(db: Database, firing: Firing): Promise<number> {
  let fired = 0
  for (const timer of await listDueTimers(db, firing.now, BATCH)) {
    try {
      if (await fire(db, timer, firing)) fired += 1
    } catch (error) {
      firing.log.error({ err: error, ...timer }, 'the timer of a case failed and is tried again later')
      await postponeTimer(db, timer, firing.now)
    }
  }
  return fired
}

async function fire(db: Database, timer: DueTimer, { desk, now }: Firing): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const acting = { caseId: timer.publicId, side: 'timer', whose: {}, personId: null, desk, now } as const
    const { found, locked } = await lockWhole(tx, acting)
    // Its row is read after the lock was got: another may have been here meanwhile.
    if (!(await isDue(tx, timer, now))) return false
    if (timer.kind === 'remind') {
      await remindOperators(tx, found, { now, enqueue: desk.enqueue })
      return true
    }
    // At the very end the buyer's word stands, whosever turn it is.
    const standing = timer.kind === 'end' ? ({ ...found, state: 'operator_turn' } as const) : found
    const step = silentStep(standing)
    if (!step) return false
    await actOn(tx, { ...acting, found: standing, locked }, { event: step.event, text: '', pictures: [] })
    return true
  })
}

/** Has the operators reminded of a locked case that waits for them and will end by itself, and sets when they are again. */
async function remindOperators(
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
