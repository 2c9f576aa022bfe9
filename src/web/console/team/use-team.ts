import { useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { consoleQueries } from '../data/console-data.tsx'

/** The team of a business, as in the responses of its calls. */
export type TeamAnswer = AnswerTo<'GET /team'>

/** A member of the team. */
export type Member = TeamAnswer['members'][number]

/** A pending invitation. */
export type Invitation = TeamAnswer['invitations'][number]

const QUERY_KEY = ['team']

/** Returns the team of the console's business. */
export function useTeam() {
  return useQuery({ queryKey: QUERY_KEY, queryFn: ({ signal }) => call('GET /team', {}, { signal }) })
}

/** Shows the team of a call's response. */
export function showTeam(answer: TeamAnswer): void {
  consoleQueries.setQueryData(QUERY_KEY, answer)
}
