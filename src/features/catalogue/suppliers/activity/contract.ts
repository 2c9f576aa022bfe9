import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { AUDIT_KINDS, AUDIT_ROLES } from '#features/identity/audit/service.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

const Filter = {
  /** The public id of an account. */
  member: z.string().max(100).optional(),
  kind: z.enum(AUDIT_KINDS).optional(),
}

/** Fields by name, as they were or are; only those that changed. */
const Values = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]),
)

const ActivityEntry = z
  .object({
    id: z.number(),
    /** Empty once the account is closed. */
    name: z.string(),
    member: z.string(),
    role: z.enum(AUDIT_ROLES),
    kind: z.enum(AUDIT_KINDS),
    action: z.string(),
    /** The member that the change is about, where it is about one; empty once their account is closed. */
    about: z.string().nullable(),
    before: Values.nullable(),
    after: Values.nullable(),
    at: z.string(),
    /** The network that the request came from, without the last part of the address. */
    network: z.string().nullable(),
  })
  .openapi('ActivityEntry')

export const listStoreActivity = endpoint({
  method: 'GET',
  path: '/supplier/activity',
  summary: 'Lists who changed what of your store, the newest first, twenty a page; of one member or one kind',
  access: { manufacturer: 'activity:read' },
  query: z.object({ ...Filter, page: z.coerce.number().int().min(1).max(10_000).default(1) }),
  answer: Envelope.extend({
    entries: z.array(ActivityEntry),
    members: z.array(z.object({ id: z.string(), name: z.string() })),
    page: z.number(),
    pages: z.number(),
    total: z.number(),
  }),
  refusals: ['no_store'],
  limit: { calls: 120, windowMs: MINUTE },
})

export const exportStoreActivity = endpoint({
  method: 'GET',
  path: '/supplier/activity/file',
  summary: 'Returns the newest 10,000 changes of your store as a CSV file; of one member or one kind',
  access: { manufacturer: 'activity:read' },
  query: z.object(Filter),
  answer: z.string(),
  refusals: ['no_store'],
  limit: { calls: 10, windowMs: MINUTE },
})

export type ActivityEntryData = z.input<typeof ActivityEntry>
