import { z } from '@hono/zod-openapi'
import { idPattern } from '#core/ids.ts'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { REPORT_REASONS } from '../contract.ts'
import { ChatPicture } from '../shapes.ts'

const LIMIT = { calls: 120, windowMs: MINUTE }

const ReportId = z.string().regex(idPattern('chatReport'), 'This is not a report id.')
const Side = z.enum(['customer', 'store'])

const reportFields = {
  id: z.string(),
  reason: z.enum(REPORT_REASONS),
  note: z.string(),
  /** The side that reported the other. */
  by: Side,
  customer: z.object({ id: z.string(), name: z.string() }),
  supplier: z.object({ id: z.string(), name: z.string() }),
  createdAt: z.string(),
  closedAt: z.string().nullable(),
}

const ListedReport = z.object(reportFields).openapi('ChatReport')

/** A message of a reported conversation, with its text even if it was removed. */
const ReportedMessage = z
  .object({
    number: z.number(),
    by: Side,
    text: z.string(),
    pictures: z.array(ChatPicture),
    at: z.string(),
    /** Whether the text was erased because the sender closed the account. */
    isErased: z.boolean(),
    removedAt: z.string().nullable(),
    removalReason: z.string().nullable(),
  })
  .openapi('ReportedMessage')

export const listChatReports = endpoint({
  method: 'GET',
  path: '/operator/chat-reports',
  summary:
    'Lists reported conversations, fifty a page: open ones the oldest first, decided ones the newest first',
  access: { operator: 'messages:read' },
  query: z.object({
    view: z.enum(['open', 'closed']).default('open'),
    /** The `nextCursor` of the previous page. */
    cursor: z.coerce.number<string | number>().int().min(1).optional(),
  }),
  answer: Envelope.extend({ reports: z.array(ListedReport), nextCursor: z.number().nullable() }),
  limit: LIMIT,
})

export const readChatReport = endpoint({
  method: 'GET',
  path: '/operator/chat-reports/{id}',
  summary: 'Returns a report with the newest two hundred messages of its conversation up to the report',
  access: { operator: 'messages:read' },
  params: z.object({ id: ReportId }),
  answer: Envelope.extend({
    report: z.object({ ...reportFields, messages: z.array(ReportedMessage) }),
  }),
  refusals: ['report_not_found'],
  limit: LIMIT,
})

export const closeChatReport = endpoint({
  method: 'POST',
  path: '/operator/chat-reports/{id}/close',
  summary: 'Closes a report, whether or not messages were removed',
  access: { operator: 'messages:write' },
  params: z.object({ id: ReportId }),
  answer: Envelope,
  refusals: ['report_not_found', 'report_closed'],
  limit: LIMIT,
})

export const moderateChatMessage = endpoint({
  method: 'POST',
  path: '/operator/chat-reports/{id}/messages/{number}',
  summary:
    'Removes a message of a reported conversation, or restores it; neither side sees a removed one, and its sender gets the reason by email',
  access: { operator: 'messages:write' },
  params: z.object({ id: ReportId, number: z.coerce.number<string | number>().int().min(1) }),
  body: z.discriminatedUnion('decision', [
    z.object({
      decision: z.literal('remove'),
      /** The reason, which is emailed to the sender. */
      reason: z.string().overwrite(toSingleLine).min(3, 'Use at least 3 characters.').max(500),
    }),
    z.object({ decision: z.literal('restore') }),
  ]),
  answer: Envelope,
  refusals: ['report_not_found', 'message_not_found', 'message_state'],
  limit: LIMIT,
})

export type ChatReportData = z.input<typeof ListedReport>
export type ReportedMessageData = z.input<typeof ReportedMessage>
