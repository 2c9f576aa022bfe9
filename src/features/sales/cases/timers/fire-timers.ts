import type { Database, Transaction } from '#database/database.ts'
import { inTransaction } from '#database/transaction.ts'
import type { OrderDeps } from '#features/sales/orders/service.ts'
import { fireDueTimers, type TimerSource } from '#platform/jobs/fire-due-timers.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { Log } from '#platform/log.ts'
import { performLockedCaseAction, lockCaseWithOrder } from '../actions/perform-action.ts'
import { type Case, setTimer } from '../case-queries.ts'
import { getNextReminder, findTimerTransition } from '../rules.ts'
import {
  type DueCaseTimer,
  findCaseTimer,
  isCaseTimerDue,
  listDueCaseTimers,
  postponeCaseTimer,
} from './timer-queries.ts'

/** The dependencies of firing timers. */
export type CaseTimerContext = Readonly<{ deps: OrderDeps; now: Date; log: Log }>

/** Fires all timers of cases that are due, one case a transaction; returns how many did something. */
export function fireCaseTimers(db: Database, context: CaseTimerContext): Promise<number> {
  const source: TimerSource<DueCaseTimer> = {
    subject: 'case',
    listDue: listDueCaseTimers,
    fire: (database, timer) => fire(database, timer, context),
    postpone: postponeCaseTimer,
  }
  return fireDueTimers(db, source, context)
}

async function fire(db: Database, timer: DueCaseTimer, { deps, now }: CaseTimerContext): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const actionContext = {
      caseId: timer.publicId,
      side: 'timer',
      scope: {},
      accountId: null,
      deps,
      now,
    } as const
    const { found, locked } = await lockCaseWithOrder(tx, actionContext)
    // Its row is read after the lock: another process may have handled it meanwhile.
    if (!(await isCaseTimerDue(tx, timer, now))) return false
    if (timer.kind === 'remind') {
      await remindOperators(tx, found, { now, enqueue: deps.enqueue })
      return true
    }
    // At the final deadline the buyer's proposal applies, regardless of whose turn it is.
    const effectiveCase = timer.kind === 'end' ? ({ ...found, state: 'operator_turn' } as const) : found
    const transition = findTimerTransition(effectiveCase)
    if (!transition) return false
    await performLockedCaseAction(
      tx,
      { ...actionContext, found: effectiveCase, locked },
      { event: transition.event, text: '', pictures: [] },
    )
    return true
  })
}

/** Reminds operators of a locked case that waits for them and ends automatically, and sets the next reminder. */
async function remindOperators(
  tx: Transaction,
  caseRecord: Case,
  { now, enqueue }: Readonly<{ now: Date; enqueue: Enqueue }>,
): Promise<void> {
  const endsAt = await findCaseTimer(tx, caseRecord.id, 'end')
  const dueAt = endsAt && getNextReminder(endsAt, now)
  await setTimer(tx, { caseId: caseRecord.id, kind: 'remind', dueAt })
  const input = { caseId: caseRecord.publicId, at: now.toISOString() }
  await enqueue(tx, { job: 'cases.mail_reminder', input })
}
