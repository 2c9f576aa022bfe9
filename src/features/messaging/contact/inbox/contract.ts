import { z } from '@hono/zod-openapi'
import { idPattern } from '#core/ids.ts'
import { toMultiline } from '#core/text/normalize-text.ts'
import { MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

const LIMIT = { calls: 120, windowMs: MINUTE }

/** The views of the inbox: open messages oldest first, all others newest first. */
export const INBOX_VIEWS = ['open', 'mine', 'late', 'done', 'spam', 'all'] as const

const MessageId = z.string().regex(idPattern('contactMessage'), 'This is not a message id.')
const MessageIds = z.array(MessageId).min(1).max(100)
const Account = z.object({ id: z.string(), name: z.string() })

const messageFields = {
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** The store that it is about. */
  supplier: z.object({ id: z.string(), name: z.string() }).nullable(),
  state: z.enum(['open', 'done', 'spam']),
  assignee: Account.nullable(),
  createdAt: z.string(),
  /** The date by which an answer was promised. */
  dueAt: z.string(),
  answeredAt: z.string().nullable(),
}

/** A message in the list; `preview` is its beginning in one line. */
const ListedMessage = z.object({ ...messageFields, preview: z.string() }).openapi('ContactMessage')

/** An entry of a thread: an answer that was sent, a note for operators, or what was changed. */
const Entry = z.object({
  number: z.number(),
  kind: z.enum(['answer', 'note', 'assignment', 'state']),
  by: Account,
  /** The text, or the new state. */
  text: z.string(),
  assignee: Account.nullable(),
  at: z.string(),
})

const ContactThread = z
  .object({ ...messageFields, message: z.string(), entries: z.array(Entry) })
  .openapi('ContactThread')

export const listContactMessages = endpoint({
  method: 'GET',
  path: '/operator/messages',
  summary: 'Lists messages of the contact form, fifty a page; found by name, email or text',
  access: { operator: 'messages:read' },
  readsReplica: 'current',
  query: z.object({
    view: z.enum(INBOX_VIEWS).default('open'),
    search: z.string().trim().max(254).default(''),
    /** The `nextCursor` of the previous page. */
    cursor: z.coerce.number<string | number>().int().min(1).optional(),
  }),
  answer: Envelope.extend({
    messages: z.array(ListedMessage),
    counts: z.object({ open: z.number(), mine: z.number(), late: z.number() }),
    nextCursor: z.number().nullable(),
  }),
  limit: LIMIT,
})

export const readContactMessage = endpoint({
  method: 'GET',
  path: '/operator/messages/{id}',
  summary: 'Returns a message of the contact form with its thread, and whom it can be assigned to',
  access: { operator: 'messages:read' },
  params: z.object({ id: MessageId }),
  answer: Envelope.extend({
    message: ContactThread,
    operators: z.array(Account),
    /** Where the sender’s replies by email go. */
    replyTo: z.string(),
  }),
  refusals: ['message_not_found'],
  limit: LIMIT,
})

const Text = z.string().overwrite(toMultiline).min(1, 'Write something first.').max(5000)
/** An id that the browser generates; a repeated request with the same id writes one entry. */
const ClientId = z.string().min(8).max(64)

export const answerContactMessage = endpoint({
  method: 'POST',
  path: '/operator/messages/{id}/answer',
  summary:
    'Sends an answer to the sender by email and adds it to the thread; an open message is then done, unless said otherwise',
  access: { operator: 'messages:write' },
  params: z.object({ id: MessageId }),
  body: z.object({
    text: Text,
    clientId: ClientId,
    /** The number of the last entry that the operator has read; refused if another operator has answered after it. */
    after: z.number().int().min(0),
    isDone: z.boolean().default(true),
  }),
  answer: Envelope,
  refusals: ['message_not_found', 'message_answered', 'message_is_spam'],
  limit: LIMIT,
})

export const noteContactMessage = endpoint({
  method: 'POST',
  path: '/operator/messages/{id}/notes',
  summary: 'Adds a note for operators to the thread of a message',
  access: { operator: 'messages:write' },
  params: z.object({ id: MessageId }),
  body: z.object({ text: Text, clientId: ClientId }),
  answer: Envelope,
  refusals: ['message_not_found'],
  limit: LIMIT,
})

export const assignContactMessages = endpoint({
  method: 'POST',
  path: '/operator/messages/assign',
  summary: 'Assigns messages to an operator, or unassigns them',
  access: { operator: 'messages:write' },
  body: z.object({ ids: MessageIds, to: z.string().max(100).nullable() }),
  answer: Envelope,
  refusals: ['message_not_found', 'operator_not_found'],
  limit: LIMIT,
})

export const moveContactMessages = endpoint({
  method: 'POST',
  path: '/operator/messages/state',
  summary: 'Marks messages as done or spam, or opens them again',
  access: { operator: 'messages:write' },
  body: z.object({ ids: MessageIds, state: z.enum(['open', 'done', 'spam']) }),
  answer: Envelope,
  refusals: ['message_not_found'],
  limit: LIMIT,
})

export type InboxView = (typeof INBOX_VIEWS)[number]
