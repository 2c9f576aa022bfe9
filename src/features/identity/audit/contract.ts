import { z } from '@hono/zod-openapi'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { AUDIT_KINDS, AUDIT_ROLES } from './shapes.ts'

/** A filter of a business's changes: by member and kind. */
export const ActivityFilter = {
  /** The public id of an account. */
  member: z.string().max(100).optional(),
  kind: z.enum(AUDIT_KINDS).optional(),
}

/** The page of a list of changes. */
export const ActivityPageNumber = z.coerce.number().int().min(1).max(10_000).default(1)

/** The old or new values of changed fields, by name. */
const Values = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]),
)

const ActivityEntry = z
  .object({
    id: z.number(),
    /** The name; empty for a closed account. */
    name: z.string(),
    member: z.string(),
    role: z.enum(AUDIT_ROLES),
    kind: z.enum(AUDIT_KINDS),
    action: z.string(),
    /** The member that the change is about, if any; empty for a closed account. */
    about: z.string().nullable(),
    before: Values.nullable(),
    after: Values.nullable(),
    at: z.string(),
    /** The network of the request, without the last part of the address. */
    network: z.string().nullable(),
  })
  .openapi('ActivityEntry')

/** A page of changes of a business, the newest first. */
export const ActivityList = Envelope.extend({
  entries: z.array(ActivityEntry),
  members: z.array(z.object({ id: z.string(), name: z.string() })),
  page: z.number(),
  pages: z.number(),
  total: z.number(),
})

export type ActivityEntryData = z.input<typeof ActivityEntry>
