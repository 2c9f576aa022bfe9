import { z } from 'zod'
import { addMs } from '#core/time.ts'
import { job } from '#platform/jobs/job.ts'
import { deleteOldInvitations } from './invitation-queries.ts'
import { RETENTION_MS } from './rules.ts'

/** Deletes the invitations that ended or expired a month ago, with their addresses, each night. */
export const deleteEndedInvitations = job({
  name: 'teams.delete_ended_invitations',
  input: z.object({}),
  attempts: 3,
  every: '23 3 * * *',
  async run(_input, { db, now }) {
    await deleteOldInvitations(db, addMs(now, -RETENTION_MS))
  },
})
