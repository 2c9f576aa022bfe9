import { toAuditSource } from '#features/identity/audit/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import * as contract from './contract.ts'
import { closeReport, moderateMessage, readReport, readReports } from './moderate.ts'

/** Returns the routes by which operators read reported conversations and decide on their messages. */
export function chatModerationRoutes({ enqueue }: Readonly<{ enqueue: Enqueue }>): Route[] {
  return [
    route(contract.listChatReports, async ({ query: { view, cursor } }, { db }) =>
      ok('Reported conversations', await readReports(db, { view, cursor })),
    ),
    route(contract.readChatReport, async ({ params: { id } }, { db }) =>
      ok('Reported conversation', { report: await readReport(db, id) }),
    ),
    route(contract.closeChatReport, async ({ params: { id } }, call) => {
      await closeReport(call.db, toAuditSource(call), id)
      return ok('The report is closed.', {})
    }),
    route(contract.moderateChatMessage, async ({ params: { id, number }, body }, call) => {
      await moderateMessage(call.db, { source: toAuditSource(call), enqueue }, { id, number, ...body })
      return ok(
        body.decision === 'remove'
          ? 'The message was removed. We’ve emailed its sender.'
          : 'The message is restored.',
        {},
      )
    }),
  ]
}
