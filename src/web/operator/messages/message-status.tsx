import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { formatDistance } from '#web/console/data/format.ts'
import { useNow } from '#web/ui/use-now.ts'
import { Status } from '#web/console/parts/status.tsx'

/** A message of the contact form in the list. */
export type ListedMessage = AnswerTo<'GET /operator/messages'>['messages'][number]

/** Renders the status of a message; while unanswered, the rest of the promised 24 hours. */
export function MessageStatus({
  message: { state, answeredAt, dueAt },
}: {
  message: Pick<ListedMessage, 'state' | 'answeredAt' | 'dueAt'>
}) {
  const now = useNow()
  if (state === 'spam') return <Status>Spam</Status>
  if (state === 'done') return <Status tone="good">Done</Status>
  if (answeredAt !== null) return <Status tone="do">Answered</Status>
  const distance = formatDistance(dueAt, now)
  return new Date(dueAt) < now ? (
    <Status tone="bad">{distance} late</Status>
  ) : (
    <Status tone="wait">{distance} left</Status>
  )
}
