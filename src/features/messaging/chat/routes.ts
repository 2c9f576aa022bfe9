import { invalid } from '#core/errors.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import type { Limit } from '#platform/http/calls/endpoint.ts'
import type { Files } from '#platform/files/files.ts'
import { ok, route, type RequestContext, type Route } from '#platform/http/calls/route.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import * as contract from './contract.ts'
import { chatModerationRoutes } from './moderation/routes.ts'
import { countUnread, listConversations } from './conversations/conversation-queries.ts'
import { formatCursor, parseCursor, parsePosition } from './rules.ts'
import {
  setConversationBlocked,
  type ChatLive,
  saveChatPicture,
  openConversation,
  openChatPicture,
  readMessages,
  markReadUpTo,
  saveReport,
  sendMessage,
  readConversationView,
  notifyTyping,
} from './service.ts'

/** The dependencies of conversations besides the database. */
export type ChatDeps = Readonly<{ live: ChatLive; files: Files; enqueue: Enqueue }>

/** The limit of messages: no one types faster, and a program gains nothing. */
const SEND_LIMIT: Limit = { calls: 40, windowMs: MINUTE, counted: 'in_memory' }

/**
 * The limit of new conversations, counted per account in all processes: an account that writes to more stores is
 * advertising.
 */
const OPEN_LIMIT: Limit = { calls: 20, windowMs: 24 * HOUR }
const REPORT_LIMIT: Limit = { calls: 10, windowMs: 24 * HOUR }
const UPLOAD_LIMIT: Limit = { calls: 30, windowMs: 10 * MINUTE }
const TYPING_LIMIT: Limit = { calls: 60, windowMs: MINUTE, counted: 'in_memory' }

/** Returns the routes of conversations; each call is for one of the two parties. */
export function chatRoutes(deps: ChatDeps): Route[] {
  return [
    ...listRoutes(),
    ...readRoutes(),
    ...writeRoutes(deps),
    ...pictureRoutes(deps),
    ...liveRoutes(deps),
    ...chatModerationRoutes(deps),
  ]
}

type SignedInContext = RequestContext & Readonly<{ actor: { id: number } }>

function countByAccount({ count, actor }: SignedInContext, name: string, limit: Limit): Promise<void> {
  return count(`chat ${name}`, limit, `account ${actor.id}`)
}

function listRoutes(): Route[] {
  return [
    route(contract.listConversations, async ({ query: { search = '', cursor, limit } }, { db, actor }) => {
      const after = cursor === undefined ? undefined : parseCursor(cursor)
      if (cursor !== undefined && !after)
        throw invalid('bad_cursor', 'This page of the list has expired. Reload the list.')
      const filter = { actorId: actor.id, search, after, limit: limit + 1 }
      const [found, [unread = 0]] = await Promise.all([
        listConversations(db, filter),
        countUnread(db, [actor.id]),
      ])
      const conversations = found.slice(0, limit)
      const last = found.length > limit ? conversations.at(-1) : undefined
      const nextCursor = last ? formatCursor({ at: new Date(last.lastAt), id: last.id }) : null
      return ok('Conversations', { conversations, nextCursor, unread })
    }),

    route(contract.openConversation, async ({ body: from }, context) => {
      const { db, actor, now } = context
      const countNew = () => countByAccount(context, 'beginning', OPEN_LIMIT)
      return ok('Conversation', await openConversation(db, { actor, from, now, countNew }))
    }),

    route(contract.countUnread, async (_input, { db, actor }) => {
      const [unread = 0] = await countUnread(db, [actor.id])
      return ok('Unread messages', { unread })
    }),
  ]
}

/** The number of messages returned with a conversation. */
const FIRST_PAGE_SIZE = 50

function readRoutes(): Route[] {
  return [
    route(contract.getConversation, async ({ params }, { db, actor }) => {
      const ref = { publicId: params.id, actorId: actor.id }
      const [conversation, page] = await Promise.all([
        readConversationView(db, ref),
        readMessages(db, ref, { limit: FIRST_PAGE_SIZE }),
      ])
      return ok('Conversation', { conversation: { ...conversation, ...page } })
    }),

    route(contract.listMessages, async ({ params, query }, { db, actor }) =>
      ok('Messages', await readMessages(db, { publicId: params.id, actorId: actor.id }, query)),
    ),

    route(contract.readConversation, async ({ params, body: { upTo } }, { db, actor, now }) => {
      const ref = { publicId: params.id, actorId: actor.id }
      return ok('Read', { unread: await markReadUpTo(db, ref, { upTo, now }) })
    }),
  ]
}

function writeRoutes({ enqueue }: ChatDeps): Route[] {
  return [
    route(contract.sendChatMessage, async ({ params, body: input }, context) => {
      await countByAccount(context, 'sending', SEND_LIMIT)
      const { db, actor, now } = context
      const sent = await sendMessage(db, { publicId: params.id, actorId: actor.id, sending: input, now })
      return ok('Sent', { sent })
    }),

    route(contract.typeInConversation, async ({ params }, context) => {
      await countByAccount(context, 'typing', TYPING_LIMIT)
      await notifyTyping(context.db, { publicId: params.id, actorId: context.actor.id })
      return ok('Sent', {})
    }),

    blockRoute(contract.blockConversation, true),
    blockRoute(contract.unblockConversation, false),

    route(contract.reportConversation, async ({ params, body: reportInput }, context) => {
      await countByAccount(context, 'reporting', REPORT_LIMIT)
      const { db, actor, now } = context
      await saveReport(
        db,
        { publicId: params.id, actorId: actor.id },
        { reported: reportInput, enqueue, now },
      )
      return ok('Thank you. We\u2019ll review this conversation.', {})
    }),
  ]
}

type BlockEndpoint = typeof contract.blockConversation | typeof contract.unblockConversation

function blockRoute(spec: BlockEndpoint, isBlocked: boolean): Route {
  return route(spec, async ({ params }, { db, actor, now }) => {
    const conversation = await setConversationBlocked(
      db,
      { publicId: params.id, actorId: actor.id },
      { isBlocked, now },
    )
    return ok(isBlocked ? 'Blocked' : 'Unblocked', { conversation })
  })
}

function pictureRoutes({ files }: ChatDeps): Route[] {
  return [
    route(contract.uploadChatPicture, async ({ params, body: bytes }, context) => {
      await countByAccount(context, 'uploading', UPLOAD_LIMIT)
      const { db, actor, now } = context
      const picture = await saveChatPicture(
        db,
        { publicId: params.id, actorId: actor.id },
        { bytes, files, now },
      )
      return ok('Saved', { picture })
    }),

    route(contract.getChatPicture, async ({ params }, { db }) => {
      const { stream, size, type } = await openChatPicture(db, files, params)
      return new Response(stream, {
        headers: {
          'content-type': type,
          'content-length': String(size),
          // Only the reader's own browser caches it, and no search engine.
          'cache-control': 'private, max-age=31536000, immutable',
          'x-robots-tag': 'noindex',
        },
      })
    }),
  ]
}

function liveRoutes({ live }: ChatDeps): Route[] {
  return [
    route(contract.streamChat, async ({ query: { cursor } }, { actor, header }) =>
      live.open(actor, parsePosition(header('last-event-id') ?? cursor)),
    ),
  ]
}
