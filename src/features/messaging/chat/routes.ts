import { invalid } from '#core/errors.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import type { Limit } from '#platform/http/calls/endpoint.ts'
import type { Files } from '#platform/files/files.ts'
import { ok, route, type RequestContext, type Route } from '#platform/http/calls/route.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import * as contract from './contract.ts'
import { countUnread, listConversations } from './conversations/conversation-queries.ts'
import { cursorText, readCursor, readPosition } from './rules.ts'
import {
  block,
  type ChatLive,
  keepPicture,
  openConversation,
  openPicture,
  readMessages,
  readUpTo,
  report,
  sendMessage,
  showConversation,
  tellOfTyping,
} from './service.ts'

/** What conversations are made of besides the database. */
export type ChatMachinery = Readonly<{ live: ChatLive; files: Files; enqueue: Enqueue }>

/** Faster than anybody types, slow enough that a program gains nothing. */
const SENDING: Limit = { calls: 40, windowMs: MINUTE, counted: 'in_memory' }

/** New conversations, counted for the account in all processes together: whoever writes to more stores advertises. */
const BEGINNING: Limit = { calls: 20, windowMs: 24 * HOUR }
const REPORTING: Limit = { calls: 10, windowMs: 24 * HOUR }
const UPLOADING: Limit = { calls: 30, windowMs: 10 * MINUTE }
const TYPING: Limit = { calls: 60, windowMs: MINUTE, counted: 'in_memory' }

/** Conversations between people and stores, each call for one of the two parties. */
export function chatRoutes(machinery: ChatMachinery): Route[] {
  return [...listing(), ...reading(), ...writing(machinery), ...pictures(machinery), ...living(machinery)]
}

type Signed = RequestContext & Readonly<{ actor: { id: number } }>

function limited({ count, actor }: Signed, name: string, limit: Limit): Promise<void> {
  return count(`chat ${name}`, limit, `person ${actor.id}`)
}

function listing(): Route[] {
  return [
    route(contract.listConversations, async ({ query: { search = '', cursor, limit } }, { db, actor }) => {
      const after = cursor === undefined ? undefined : readCursor(cursor)
      if (cursor !== undefined && !after) throw invalid('bad_cursor', 'That is no place in the list.')
      const wanted = { actorId: actor.id, search, after, limit: limit + 1 }
      const [found, [unread = 0]] = await Promise.all([
        listConversations(db, wanted),
        countUnread(db, [actor.id]),
      ])
      const conversations = found.slice(0, limit)
      const last = found.length > limit ? conversations.at(-1) : undefined
      const nextCursor = last ? cursorText({ at: new Date(last.lastAt), id: last.id }) : null
      return ok('Conversations', { conversations, nextCursor, unread })
    }),

    route(contract.openConversation, async ({ body: from }, context) => {
      const { db, actor, now } = context
      const countNew = () => limited(context, 'beginning', BEGINNING)
      return ok('Conversation', await openConversation(db, { actor, from, now, countNew }))
    }),

    route(contract.countUnread, async (_input, { db, actor }) => {
      const [unread = 0] = await countUnread(db, [actor.id])
      return ok('Unread messages', { unread })
    }),
  ]
}

/** So many messages come with a conversation. */
const FIRST_PAGE = 50

function reading(): Route[] {
  return [
    route(contract.getConversation, async ({ params }, { db, actor }) => {
      const mine = { publicId: params.id, actorId: actor.id }
      const [conversation, page] = await Promise.all([
        showConversation(db, mine),
        readMessages(db, mine, { limit: FIRST_PAGE }),
      ])
      return ok('Conversation', { conversation: { ...conversation, ...page } })
    }),

    route(contract.listMessages, async ({ params, query }, { db, actor }) =>
      ok('Messages', await readMessages(db, { publicId: params.id, actorId: actor.id }, query)),
    ),

    route(contract.readConversation, async ({ params, body: { upTo } }, { db, actor, now }) => {
      const mine = { publicId: params.id, actorId: actor.id }
      return ok('Read', { unread: await readUpTo(db, mine, { upTo, now }) })
    }),
  ]
}

function writing({ enqueue }: ChatMachinery): Route[] {
  return [
    route(contract.sendChatMessage, async ({ params, body: sending }, context) => {
      await limited(context, 'sending', SENDING)
      const { db, actor, now } = context
      const sent = await sendMessage(db, { publicId: params.id, actorId: actor.id, sending, now })
      return ok('Sent', { sent })
    }),

    route(contract.typeInConversation, async ({ params }, context) => {
      await limited(context, 'typing', TYPING)
      await tellOfTyping(context.db, { publicId: params.id, actorId: context.actor.id })
      return ok('Told', {})
    }),

    blocking(contract.blockConversation, true),
    blocking(contract.unblockConversation, false),

    route(contract.reportConversation, async ({ params, body: reported }, context) => {
      await limited(context, 'reporting', REPORTING)
      const { db, actor, now } = context
      await report(db, { publicId: params.id, actorId: actor.id }, { reported, enqueue, now })
      return ok('Thank you. Our people will look at this conversation.', {})
    }),
  ]
}

type Blocking = typeof contract.blockConversation | typeof contract.unblockConversation

function blocking(spec: Blocking, isBlocked: boolean): Route {
  return route(spec, async ({ params }, { db, actor, now }) => {
    const conversation = await block(db, { publicId: params.id, actorId: actor.id }, { isBlocked, now })
    return ok(isBlocked ? 'Blocked' : 'Open again', { conversation })
  })
}

function pictures({ files }: ChatMachinery): Route[] {
  return [
    route(contract.uploadChatPicture, async ({ params, body: bytes }, context) => {
      await limited(context, 'uploading', UPLOADING)
      const { db, actor, now } = context
      const picture = await keepPicture(db, { publicId: params.id, actorId: actor.id }, { bytes, files, now })
      return ok('Kept', { picture })
    }),

    route(contract.getChatPicture, async ({ params }, { db }) => {
      const { stream, size, type } = await openPicture(db, files, params)
      return new Response(stream, {
        headers: {
          'content-type': type,
          'content-length': String(size),
          // Only the reader's own browser keeps it, and no search engine.
          'cache-control': 'private, max-age=31536000, immutable',
          'x-robots-tag': 'noindex',
        },
      })
    }),
  ]
}

function living({ live }: ChatMachinery): Route[] {
  return [
    route(contract.streamChat, async ({ query: { cursor } }, { actor, header }) =>
      live.open(actor, readPosition(header('last-event-id') ?? cursor)),
    ),
  ]
}
