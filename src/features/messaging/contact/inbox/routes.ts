import type { ReadCompany } from '#features/identity/settings/service.ts'
import { addMs } from '#core/time.ts'
import { toAuditSource } from '#features/identity/audit/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { ANSWER_WITHIN_MS } from '../rules.ts'
import * as contract from './contract.ts'
import { addNote, answerMessage, assignMessages, messageNotFound, moveMessages } from './handle-messages.ts'
import {
  countInbox,
  findInboxRow,
  type InboxRow,
  listEntryRows,
  listInboxRows,
  listOperators,
} from './inbox-queries.ts'

const PAGE_SIZE = 50
const PREVIEW_LENGTH = 160

/** Returns the routes of the operators' inbox of contact messages. */
export function inboxRoutes(deps: Readonly<{ enqueue: Enqueue; readCompany: ReadCompany }>): Route[] {
  return [
    route(contract.listContactMessages, async ({ query: { view, search, cursor } }, { db, actor, now }) => {
      const lateBefore = addMs(now, -ANSWER_WITHIN_MS)
      const page = { view, search, accountId: actor.memberId, lateBefore, after: cursor }
      const [found, counts] = await Promise.all([
        listInboxRows(db, { ...page, limit: PAGE_SIZE + 1 }),
        countInbox(db, page),
      ])
      const rows = found.slice(0, PAGE_SIZE)
      return ok('Messages', {
        messages: rows.map((row) => ({ ...toMessageView(row), preview: toPreview(row.message) })),
        counts,
        nextCursor: found.length > PAGE_SIZE ? (rows.at(-1)?.key ?? null) : null,
      })
    }),

    route(contract.readContactMessage, async ({ params: { id } }, { db }) => {
      const found = await findInboxRow(db, id)
      if (!found) throw messageNotFound()
      const [entries, operators] = await Promise.all([listEntryRows(db, found.key), listOperators(db)])
      return ok('Message', {
        message: {
          ...toMessageView(found),
          message: found.message,
          entries: entries.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })),
        },
        operators,
        replyTo: (await deps.readCompany(db)).supportEmail,
      })
    }),

    route(contract.answerContactMessage, async ({ params: { id: publicId }, body }, call) => {
      const answer = { ...body, publicId }
      await answerMessage(call.db, toAuditSource(call), { answer, enqueue: deps.enqueue })
      return ok('Answer sent.', {})
    }),

    route(contract.noteContactMessage, async ({ params: { id: publicId }, body }, call) => {
      await addNote(call.db, toAuditSource(call), { ...body, publicId })
      return ok('Note saved.', {})
    }),

    route(contract.assignContactMessages, async ({ body: { ids: publicIds, to } }, call) => {
      await assignMessages(call.db, toAuditSource(call), { publicIds, to })
      return ok(to === null ? 'Unassigned.' : 'Assigned.', {})
    }),

    route(contract.moveContactMessages, async ({ body: { ids: publicIds, state } }, call) => {
      await moveMessages(call.db, toAuditSource(call), { publicIds, state })
      return ok(STATE_MESSAGES[state], {})
    }),
  ]
}

const STATE_MESSAGES = { open: 'Opened again.', done: 'Marked as done.', spam: 'Marked as spam.' } as const

function toMessageView({ key: _key, message: _message, createdAt, answeredAt, ...row }: InboxRow) {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    dueAt: addMs(createdAt, ANSWER_WITHIN_MS).toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
  }
}

function toPreview(message: string): string {
  return message.replaceAll(/\s+/g, ' ').slice(0, PREVIEW_LENGTH).toWellFormed()
}
