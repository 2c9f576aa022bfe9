import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { toMultiline, toSingleLine } from '#core/text/normalize-text.ts'
import { endpoint, type Limit } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import {
  AboutCard,
  type ChatEvents,
  ChatMessage,
  ChatPicture,
  Conversation,
  MAX_MESSAGE_LENGTH,
  MAX_MESSAGE_PICTURES,
  PICTURE_WIDTHS,
} from './shapes.ts'

const Params = z.object({ id: z.string().max(100) })

/** The limit of an open page's polls. They are cheap, and several users may share one address. */
const POLL_LIMIT: Limit = { calls: 600, windowMs: MINUTE, counted: 'in_memory' }

/** The size limit of an uploaded picture, in bytes. */
export const MAX_PICTURE_BYTES = 10_000_000

export const listConversations = endpoint({
  method: 'GET',
  path: '/chat/conversations',
  summary: 'Lists your conversations, newest first; optionally those that contain a text',
  access: 'signed_in',
  query: z.object({
    search: z.string().max(200).overwrite(toSingleLine).optional(),
    /** The `nextCursor` of the previous page. */
    cursor: z.string().max(100).optional(),
    limit: z.coerce.number<string | number>().int().min(1).max(50).default(30),
  }),
  answer: Envelope.extend({
    conversations: z.array(Conversation),
    nextCursor: z.string().nullable(),
    /** Unread messages in all conversations. */
    unread: z.number(),
  }),
  refusals: ['bad_cursor'],
  limit: POLL_LIMIT,
})

export const openConversation = endpoint({
  method: 'POST',
  path: '/chat/conversations',
  summary: 'Opens your conversation with a store, from a product, the store or an order; always the same one',
  access: 'signed_in',
  body: z
    .object({
      /** The public id of a product. */
      product: z.string().max(100).optional(),
      /** The public id of a store. */
      store: z.string().max(100).optional(),
      /** The public id of a store's part of a purchase (`ord_…`), as either party knows it. */
      order: z.string().max(100).optional(),
    })
    .refine((from) => Object.values(from).filter(Boolean).length === 1, {
      error: 'Send one of product, store or order.',
    }),
  answer: Envelope.extend({
    conversation: Conversation,
    /**
     * The product or order that the conversation was opened from; the first message carries it. Nothing is sent yet.
     */
    about: AboutCard.nullable(),
  }),
  refusals: ['product_not_found', 'store_not_found', 'order_not_found', 'own_store', 'no_account'],
  limit: { calls: 120, windowMs: MINUTE, counted: 'in_memory' },
})

const Page = {
  messages: z.array(ChatMessage),
  /** Whether there are older messages (newer ones with `after`). */
  hasMore: z.boolean(),
}

export const getConversation = endpoint({
  method: 'GET',
  path: '/chat/conversations/{id}',
  summary: 'Returns a conversation with its newest messages, oldest first',
  access: 'signed_in',
  params: Params,
  answer: Envelope.extend({ conversation: Conversation.extend(Page) }),
  refusals: ['conversation_not_found'],
  limit: POLL_LIMIT,
})

const MessageNumber = z.coerce.number<string | number>().int().min(0).max(2_000_000_000)

export const listMessages = endpoint({
  method: 'GET',
  path: '/chat/conversations/{id}/messages',
  summary: 'Lists messages of a conversation, oldest first: the newest, or those before or after a number',
  access: 'signed_in',
  params: Params,
  query: z.object({
    before: MessageNumber.optional(),
    after: MessageNumber.optional(),
    limit: z.coerce.number<string | number>().int().min(1).max(100).default(50),
  }),
  answer: Envelope.extend(Page),
  refusals: ['conversation_not_found'],
  limit: POLL_LIMIT,
})

export const sendChatMessage = endpoint({
  method: 'POST',
  path: '/chat/conversations/{id}/messages',
  summary: 'Sends a message; repeating a clientId returns the same message',
  access: 'signed_in',
  params: Params,
  body: z.object({
    /** The sender generates one for each message, and repeats it when it retries. */
    clientId: z.string().regex(/^[\w-]{8,64}$/, 'Use 8 to 64 letters, digits, - and _.'),
    content: z
      .string()
      .overwrite(toMultiline)
      .max(MAX_MESSAGE_LENGTH, `Use at most ${MAX_MESSAGE_LENGTH} characters.`)
      .default(''),
    /** Ids of pictures that the caller uploaded to this conversation; each can be sent once. */
    pictures: z.array(z.string().max(100)).max(MAX_MESSAGE_PICTURES).default([]),
    about: z.object({ kind: z.enum(['product', 'order']), id: z.string().max(100) }).optional(),
  }),
  answer: Envelope.extend({ sent: ChatMessage }),
  refusals: [
    'conversation_not_found',
    'empty_message',
    'blocked',
    'other_gone',
    'picture_not_found',
    'product_not_found',
    'order_not_found',
  ],
  limit: POLL_LIMIT,
})

export const readConversation = endpoint({
  method: 'POST',
  path: '/chat/conversations/{id}/read',
  summary: 'Marks messages as read up to a number',
  access: 'signed_in',
  params: Params,
  body: z.object({ upTo: MessageNumber }),
  answer: Envelope.extend({
    /** The number of unread messages in this conversation, and in all. */
    unread: z.object({ conversation: z.number(), total: z.number() }),
  }),
  refusals: ['conversation_not_found'],
  limit: POLL_LIMIT,
})

export const typeInConversation = endpoint({
  method: 'POST',
  path: '/chat/conversations/{id}/typing',
  summary: 'Shows the other party that you are typing; repeat every three seconds',
  access: 'signed_in',
  params: Params,
  answer: Envelope,
  refusals: ['conversation_not_found'],
  limit: POLL_LIMIT,
})

const BlockResponse = Envelope.extend({ conversation: Conversation })

export const blockConversation = endpoint({
  method: 'POST',
  path: '/chat/conversations/{id}/block',
  summary: 'Blocks the other party: nobody can write in the conversation until you unblock it',
  access: 'signed_in',
  params: Params,
  answer: BlockResponse,
  refusals: ['conversation_not_found'],
  limit: POLL_LIMIT,
})

export const unblockConversation = endpoint({
  method: 'POST',
  path: '/chat/conversations/{id}/unblock',
  summary: 'Removes your block',
  access: 'signed_in',
  params: Params,
  answer: BlockResponse,
  refusals: ['conversation_not_found'],
  limit: POLL_LIMIT,
})

/** Why a conversation is reported. */
export const REPORT_REASONS = ['spam', 'abuse', 'fraud', 'other'] as const

export const reportConversation = endpoint({
  method: 'POST',
  path: '/chat/conversations/{id}/report',
  summary: 'Reports a conversation to the operator, who may then read it',
  access: 'signed_in',
  params: Params,
  body: z.object({
    reason: z.enum(REPORT_REASONS),
    note: z.string().overwrite(toMultiline).max(2000, 'Use at most 2000 characters.').default(''),
  }),
  answer: Envelope,
  refusals: ['conversation_not_found'],
  limit: { calls: 30, windowMs: MINUTE, counted: 'in_memory' },
})

export const uploadChatPicture = endpoint({
  method: 'POST',
  path: '/chat/conversations/{id}/pictures',
  summary: 'Uploads a picture for a message. The body is a JPEG, PNG, WebP, AVIF or GIF of at most 10 MB',
  access: 'signed_in',
  params: Params,
  takes: 'bytes',
  body: z.instanceof(Uint8Array).openapi({ type: 'string', format: 'binary' }),
  maxBytes: MAX_PICTURE_BYTES,
  answer: Envelope.extend({ picture: ChatPicture }),
  refusals: ['conversation_not_found', 'not_a_picture'],
  limit: { calls: 60, windowMs: MINUTE, counted: 'in_memory' },
})

export const getChatPicture = endpoint({
  method: 'GET',
  path: '/chat/pictures/{id}/{width}',
  summary: 'Returns a picture of a message as WebP; its address is the secret',
  access: 'public',
  params: z.object({
    id: z.string().max(100),
    width: z.enum(PICTURE_WIDTHS.map(String)),
  }),
  answer: z.instanceof(Uint8Array).openapi({ type: 'string', format: 'binary' }),
  refusals: ['picture_not_found'],
  limit: POLL_LIMIT,
})

export const countUnread = endpoint({
  method: 'GET',
  path: '/chat/unread',
  summary: 'Returns your number of unread messages',
  access: 'signed_in',
  answer: Envelope.extend({ unread: z.number() }),
  limit: POLL_LIMIT,
})

/**
 * A stream of Server-Sent Events (HTML Living Standard, 9.2). Clients read it by `fetch` with the token, because
 * EventSource sends no headers. Each event's data is JSON. After a lost connection, the header `Last-Event-ID` or
 * `cursor` replays the missed events; without either the stream begins now, so load conversations after its first
 * event.
 */
export const streamChat = endpoint({
  method: 'GET',
  path: '/chat/stream',
  summary:
    'Streams the events of your conversations as text/event-stream: message, read, conversation, unread, typing, reset, end',
  access: 'signed_in',
  query: z.object({ cursor: z.string().max(20).optional() }),
  answer: z.string().openapi({ description: 'text/event-stream' }),
  refusals: ['too_many_requests'],
  limit: { calls: 300, windowMs: MINUTE, counted: 'in_memory' },
})

export type ConversationData = z.output<typeof Conversation>
export type ChatMessageData = z.output<typeof ChatMessage>
export type ChatPictureData = z.output<typeof ChatPicture>
export type AboutCardData = z.output<typeof AboutCard>

/** The data of stream events, by name. */
export type ChatEventData = { [Name in keyof typeof ChatEvents]: z.output<(typeof ChatEvents)[Name]> }
