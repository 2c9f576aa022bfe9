import type { Transaction } from '#database/database.ts'
import { toDeadlines } from '#core/deadlines.ts'
import { addMs, DAY } from '#core/time.ts'
import { extendTimer, findCaseDeadlines, setTimer } from '../case-queries.ts'
import { getAnswerDeadline, CASE_TIMING, isInNegotiation, getNextReminder } from '../rules.ts'
import type { CaseState } from '../shapes.ts'

/** A locked case that enters another open state, from one state or as a new case. */
export type CaseStateChange = Readonly<{ caseId: number; from?: CaseState; to: CaseState; now: Date }>

/** Resets all timers of a case for its state: the answer, the final deadline, the operators' reminder. */
export async function resetCaseTimers(
  tx: Transaction,
  { caseId, from, to, now }: CaseStateChange,
): Promise<void> {
  const deadlines = toDeadlines(await findCaseDeadlines(tx, caseId))
  await setTimer(tx, { caseId, kind: 'answer', dueAt: getAnswerDeadline(to, deadlines, now) })
  const wasInNegotiation = from !== undefined && isInNegotiation(from)
  if (wasInNegotiation !== isInNegotiation(to)) {
    const dueAt = isInNegotiation(to) ? addMs(now, deadlines.caseDays * DAY) : undefined
    await setTimer(tx, { caseId, kind: 'end', dueAt })
  }
  const dueAt = to === 'operator_turn' ? await getReminderDate(tx, caseId, now) : undefined
  await setTimer(tx, { caseId, kind: 'remind', dueAt })
}

/**
 * Returns when the operator whose turn it is gets a reminder; they have enough time, however late it became their turn.
 */
async function getReminderDate(tx: Transaction, caseId: number, now: Date): Promise<Date | undefined> {
  const atLeast = addMs(now, CASE_TIMING.operator_turn)
  return getNextReminder(await extendTimer(tx, { caseId, kind: 'end', atLeast }), now)
}
