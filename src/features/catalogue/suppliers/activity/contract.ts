import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { ActivityFilter, ActivityList, ActivityPageNumber } from '#features/identity/audit/contract.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'

export const listStoreActivity = endpoint({
  method: 'GET',
  path: '/supplier/activity',
  summary: 'Lists the activity of your store, newest first, twenty a page; filtered by member or kind',
  access: { manufacturer: 'activity:read' },
  readsReplica: 'current',
  query: z.object({ ...ActivityFilter, page: ActivityPageNumber }),
  answer: ActivityList,
  refusals: ['no_store'],
  limit: { calls: 120, windowMs: MINUTE },
})

export const exportStoreActivity = endpoint({
  method: 'GET',
  path: '/supplier/activity/file',
  summary: 'Exports the newest 10,000 activities of your store as CSV; filtered by member or kind',
  access: { manufacturer: 'activity:read' },
  readsReplica: 'current',
  query: z.object(ActivityFilter),
  answer: z.string(),
  refusals: ['no_store'],
  limit: { calls: 10, windowMs: MINUTE },
})
