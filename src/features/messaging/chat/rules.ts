import { HOUR, MINUTE } from '#core/time.ts'
import type { ChatPictureData } from './contract.ts'
import { PICTURE_WIDTHS } from './shapes.ts'
import type { Side } from './tables.ts'

const DAY = 24 * HOUR

/** How long a message is unread before its reader gets an email. */
export const EMAIL_AFTER_MS = 10 * MINUTE

/** The minimum interval between emails to an account that does not read. */
export const REMIND_AFTER_MS = DAY

/** How long a store without an owner waits for its email, so that several messages in a row share one. */
export const EMAIL_STORE_AFTER_MS = 2 * MINUTE

/** How long events are stored for reconnecting pages; a page that was away longer reloads everything. */
export const EVENT_RETENTION_MS = 7 * DAY

/** How long an uploaded picture that was not sent is stored. */
export const UNSENT_RETENTION_MS = DAY

/** How long a conversation without messages is stored. */
export const UNUSED_RETENTION_MS = 30 * DAY

/** The most characters of a message in a conversation's row. */
const PREVIEW_LENGTH = 140

/** The facts that decide whether an account may write. */
export type WriteAccess = Readonly<{
  side: Side
  customerBlockedAt: Date | null
  storeBlockedAt: Date | null
  /** Whether the customer has closed the account. */
  isCustomerDeleted: boolean
}>

/** Returns why a side cannot write; undefined when it can. */
export function explainWriteRefusal({
  side,
  customerBlockedAt,
  storeBlockedAt,
  isCustomerDeleted,
}: WriteAccess): { code: 'blocked' | 'other_gone'; text: string } | undefined {
  const [ownBlock, otherBlock] =
    side === 'customer' ? [customerBlockedAt, storeBlockedAt] : [storeBlockedAt, customerBlockedAt]
  if (ownBlock) return { code: 'blocked', text: 'You blocked this conversation. Unblock it to write again.' }
  if (otherBlock) return { code: 'blocked', text: 'You can no longer write in this conversation.' }
  if (isCustomerDeleted) return { code: 'other_gone', text: 'This account was closed.' }
  return undefined
}

/** The input of a message's preview. */
export type MessagePreview = Readonly<{
  content: string
  isErased: boolean
  hasPictures: boolean
  about: 'product' | 'order' | null
}>

/** Returns a message as one line of at most 140 characters. */
export function toPreviewLine({ content, isErased, hasPictures, about }: MessagePreview): string {
  if (isErased) return 'Message removed'
  if (content) return truncatePreview(content)
  if (hasPictures) return 'Picture'
  return about === 'order' ? 'About an order' : 'About a product'
}

/** Returns the line of a message around the searched text. */
export function toMatchExcerpt(content: string, search: string): string {
  const matchIndex = content.toLowerCase().indexOf(search.toLowerCase())
  const start = matchIndex > PREVIEW_LENGTH / 2 ? matchIndex - PREVIEW_LENGTH / 4 : 0
  return start > 0 ? `…${truncatePreview(content.slice(start))}` : truncatePreview(content)
}

/** Truncates a text by visible characters, so that no emoji is split. */
function truncatePreview(content: string): string {
  const line = content.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= PREVIEW_LENGTH) return line
  return `${Array.from(line.slice(0, PREVIEW_LENGTH - 1))
    .slice(0, -1)
    .join('')
    .trimEnd()}…`
}

/** The cursor of a page of conversations: the next page is older than it. */
export type ListCursor = Readonly<{ at: Date; id: string }>

/** Encodes the cursor. */
export function formatCursor({ at, id }: ListCursor): string {
  return `${at.getTime()}.${id}`
}

/** Parses a cursor; undefined if the text is not one. */
export function parseCursor(text: string): ListCursor | undefined {
  const [, at, id] = /^(\d{1,15})\.(cnv_[0-9a-f]{32})$/.exec(text) ?? []
  return at && id ? { at: new Date(Number(at)), id } : undefined
}

/** Parses a stream client's position; undefined when it is missing or impossible. */
export function parsePosition(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** Returns the shown name of an account; a closed one has no name. */
export function formatName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim() || 'Closed account'
}

/** The input of an email about unread messages: the reader's last visit and email, and the unread messages. */
export type InboxActivity = Readonly<{ readAt: Date | null; emailedAt: Date | null }>

/**
 * Returns whether an email about unread messages is due. It is due when the oldest message that was not emailed has
 * waited for ten minutes, and no email was sent since the last visit, or for a day.
 */
export function isEmailDue(
  { readAt, emailedAt }: InboxActivity,
  unread: readonly Readonly<{ oldestNewAt: Date | null }>[],
  now: Date,
): boolean {
  const isOverdue = unread.some(
    ({ oldestNewAt }) => oldestNewAt !== null && now.getTime() - oldestNewAt.getTime() >= EMAIL_AFTER_MS,
  )
  const hasVisited = emailedAt === null || (readAt !== null && readAt > emailedAt)
  return isOverdue && (hasVisited || now.getTime() - (emailedAt?.getTime() ?? 0) >= REMIND_AFTER_MS)
}

/** Returns a picture with its URLs. */
export function toChatPictureView({
  id,
  width,
  height,
}: Readonly<{ id: string; width: number; height: number }>): ChatPictureData {
  const [small, large] = PICTURE_WIDTHS
  return {
    id,
    url: `/chat/pictures/${id}/${large}`,
    smallUrl: `/chat/pictures/${id}/${small}`,
    width,
    height,
  }
}
