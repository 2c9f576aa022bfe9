import { notFound } from '#core/errors.ts'
import { inTransaction, type Transaction } from '#database/database.ts'
import { recordChange, toAuditSource, type AuditSource } from '#features/identity/audit/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { type FailedJob, type FailedJobs, listFailedJobs } from '#platform/jobs/failed-jobs.ts'
import { readTimeAndId, toCursor } from '#platform/http/calls/cursor.ts'
import * as contract from './contract.ts'

const PAGE_SIZE = 50

/** Returns the operators' routes of background jobs that gave up. */
export function failedJobRoutes(failedJobs: FailedJobs): Route[] {
  return [
    route(contract.listFailedJobs, async ({ query: { cursor } }, { db }) => {
      const found = await listFailedJobs(db, { after: readTimeAndId(cursor), limit: PAGE_SIZE + 1 })
      const last = found[PAGE_SIZE - 1]
      return ok('Failed jobs', {
        jobs: found.slice(0, PAGE_SIZE).map(({ queue, createdAt, failedAt, ...job }) => ({
          ...job,
          name: queue,
          createdAt: createdAt.toISOString(),
          failedAt: failedAt.toISOString(),
        })),
        nextCursor:
          last && found.length > PAGE_SIZE ? toCursor([last.failedAt.toISOString(), last.id]) : null,
      })
    }),

    route(contract.retryFailedJob, async ({ params: { id } }, { db, ...context }) => {
      await inTransaction(db, async (tx) => {
        const job = await failedJobs.retry(tx, id)
        await record(tx, toAuditSource(context), { job, action: 'Retried a background job' })
      })
      return ok('The job runs again in a moment.', {})
    }),

    route(contract.dismissFailedJob, async ({ params: { id } }, { db, ...context }) => {
      await inTransaction(db, async (tx) => {
        const job = await failedJobs.dismiss(tx, id)
        await record(tx, toAuditSource(context), { job, action: 'Dismissed a background job' })
      })
      return ok('The job is dismissed.', {})
    }),
  ]
}

async function record(
  tx: Transaction,
  source: AuditSource,
  { job, action }: Readonly<{ job: FailedJob | undefined; action: string }>,
): Promise<void> {
  if (!job) throw notFound('job_not_found', 'This job has already been retried or dismissed.')
  // Inputs may have addresses, which an erasure would not find in the log.
  const { id, queue, error } = job
  await recordChange(tx, source, {
    supplierId: null,
    kind: 'settings',
    action,
    entity: `job:${id}`,
    before: {},
    after: { job: queue, error },
  })
}
