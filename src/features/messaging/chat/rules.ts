import { HOUR, MINUTE } from '#core/time.ts'
import type { Side } from './tables.ts'

const DAY = 24 * HOUR

/** How long a message waits to be read before its reader is written a mail. */
export const MAIL_AFTER_MS = 10 * MINUTE

/** Who does not read is not written to again before this has passed. */
export const MAIL_AGAIN_MS = DAY

/** How long a store without an owner waits for its mail: several messages in a row go together. */
export const MAIL_STORE_AFTER_MS = 2 * MINUTE

/** How long events are kept for who reconnects; who was away longer loads everything again. */
export const KEEP_EVENTS_MS = 7 * DAY

/** A picture that was uploaded and not sent is let go after this. */
export const KEEP_UNSENT_MS = DAY

/** So does a conversation in which nothing was ever written. */
export const KEEP_UNUSED_MS = 30 * DAY

/** How many characters of a message its conversation's row shows. */
const LINE = 140

/** What decides whether one may write. */
export type Standing = Readonly<{
  side: Side
  personBlockedAt: Date | null
  storeBlockedAt: Date | null
  /** The person of the conversation has closed the account. */
  isPersonGone: boolean
}>

/** Why a side cannot write; undefined when it can. */
export function writingFault({
  side,
  personBlockedAt,
  storeBlockedAt,
  isPersonGone,
}: Standing): { code: 'blocked' | 'other_gone'; text: string } | undefined {
  const [mine, theirs] =
    side === 'person' ? [personBlockedAt, storeBlockedAt] : [storeBlockedAt, personBlockedAt]
  if (mine)
    return { code: 'blocked', text: 'You have blocked this conversation. Take that back to write again.' }
  if (theirs) return { code: 'blocked', text: 'You cannot write in this conversation any more.' }
  if (isPersonGone) return { code: 'other_gone', text: 'The other person has closed the account.' }
  return undefined
}

/** What a message shows where there is room for one line. */
export type Lined = Readonly<{
  content: string
  isErased: boolean
  hasPictures: boolean
  about: 'product' | 'order' | null
}>

/** A message as one line of at most 140 characters. */
export function asLine({ content, isErased, hasPictures, about }: Lined): string {
  if (isErased) return 'Message removed'
  if (content) return cut(content)
  if (hasPictures) return 'Picture'
  return about === 'order' ? 'About an order' : 'About a piece'
}

/** The line of a message around where the searched text stands. */
export function asFound(content: string, search: string): string {
  const place = content.toLowerCase().indexOf(search.toLowerCase())
  const from = place > LINE / 2 ? place - LINE / 4 : 0
  return from > 0 ? `…${cut(content.slice(from))}` : cut(content)
}

/** Cut by characters as people count them, so that no half of an emoji is left. */
function cut(content: string): string {
  const line = content.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= LINE) return line
  return `${Array.from(line.slice(0, LINE - 1))
    .slice(0, -1)
    .join('')
    .trimEnd()}…`
}

/** Where a page of conversations ended: what the next one is older than. */
export type ListCursor = Readonly<{ at: Date; id: string }>

/** The cursor as it is told. */
export function cursorText({ at, id }: ListCursor): string {
  return `${at.getTime()}.${id}`
}

/** The cursor of that text; undefined when it is none. */
export function readCursor(text: string): ListCursor | undefined {
  const [, at, id] = /^(\d{1,15})\.(cnv_[0-9a-f]{32})$/.exec(text) ?? []
  return at && id ? { at: new Date(Number(at)), id } : undefined
}

/** The position that a stream's client says it has reached; undefined when it says none that can be. */
export function readPosition(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** How somebody is called; who has closed the account has no name any more. */
export function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim() || 'Closed account'
}

/** What a mail about unread messages depends on: when its reader was here and written to, and what waits. */
export type MailedReader = Readonly<{ readAt: Date | null; mailedAt: Date | null }>

/**
 * Whether somebody is written to now: something that no mail has told of waits for ten minutes, and there was no mail
 * since the last visit, or none for a day.
 */
export function isMailDue(
  { readAt, mailedAt }: MailedReader,
  waiting: readonly Readonly<{ oldestNewAt: Date | null }>[],
  now: Date,
): boolean {
  const hasWaited = waiting.some(
    ({ oldestNewAt }) => oldestNewAt !== null && now.getTime() - oldestNewAt.getTime() >= MAIL_AFTER_MS,
  )
  const wasHere = mailedAt === null || (readAt !== null && readAt > mailedAt)
  return hasWaited && (wasHere || now.getTime() - (mailedAt?.getTime() ?? 0) >= MAIL_AGAIN_MS)
}
