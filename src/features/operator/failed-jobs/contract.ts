import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

const JobParams = z.object({ id: z.uuid('This job doesn’t exist.') })

export const listFailedJobs = endpoint({
  method: 'GET',
  path: '/operator/jobs',
  summary: 'Lists background jobs that failed on their last attempt, the newest first, fifty a page',
  access: { operator: 'overview:read' },
  query: z.object({ cursor: z.string().max(200).optional() }),
  answer: Envelope.extend({
    jobs: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        /** The first 500 characters of its input, as JSON. */
        input: z.string(),
        error: z.string().nullable(),
        attempts: z.int(),
        createdAt: z.string(),
        failedAt: z.string(),
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
  refusals: ['bad_cursor'],
  limit: { calls: 120, windowMs: MINUTE, counted: 'in_memory' },
})

export const retryFailedJob = endpoint({
  method: 'POST',
  path: '/operator/jobs/{id}/retry',
  summary: 'Runs a failed background job once more',
  access: { operator: 'settings:write' },
  params: JobParams,
  answer: Envelope,
  refusals: ['job_not_found'],
  limit: { calls: 120, windowMs: MINUTE },
})

export const dismissFailedJob = endpoint({
  method: 'POST',
  path: '/operator/jobs/{id}/dismiss',
  summary: 'Deletes a failed background job, which then never runs; the audit log keeps its error',
  access: { operator: 'settings:write' },
  params: JobParams,
  answer: Envelope,
  refusals: ['job_not_found'],
  limit: { calls: 120, windowMs: MINUTE },
})
