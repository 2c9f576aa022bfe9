import { findDeadlineProblem } from '#core/deadlines.ts'
import { invalid } from '#core/errors.ts'
import { toAuditSource } from '#features/identity/audit/service.ts'
import { readSettingPage, saveSetting } from '#features/identity/settings/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { DEADLINES } from './deadline-setting.ts'

/** The routes of the deadlines' settings; each order stores those of its time. */
export const deadlineRoutes: readonly Route[] = [
  route(contract.readDeadlines, async (_input, { db }) => {
    const { value, version, history } = await readSettingPage(db, DEADLINES)
    return ok('Deadlines', { deadlines: { ...value }, version, history })
  }),

  route(contract.saveDeadlines, async ({ body: { deadlines, version } }, context) => {
    const problem = findDeadlineProblem(deadlines)
    if (problem) throw invalid('deadline_faulty', problem.text, { field: problem.field })
    await saveSetting(context.db, toAuditSource(context), { setting: DEADLINES, value: deadlines, version })
    return ok('Saved. New orders get these deadlines; earlier orders keep theirs.', {})
  }),
]
