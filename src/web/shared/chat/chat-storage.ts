import type { AboutCardData, ChatPictureData } from '#features/messaging/chat/contract.ts'
import type { Outbox } from './messages/outbox.ts'

/** The content of an unsent message. */
export type OutgoingContent = Readonly<{
  text: string
  pictures: readonly ChatPictureData[]
  about: AboutCardData | null
}>

/** The unsent messages of the page. */
export type ChatOutbox = Outbox<OutgoingContent>

/** The message drafts, by conversation. */
export type ChatDrafts = Readonly<Record<string, string>>

type ChatStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The session storage key of an account's unsent messages, which another account in the same tab cannot see. */
const outboxKey = (accountId: string): string => `chatOutbox:${accountId}`
const draftsKey = (accountId: string): string => `chatDrafts:${accountId}`

/** Returns the unsent messages that this tab stored for an account; empty when they are invalid. */
export function readOutbox(storage: ChatStorage | undefined, accountId: string): ChatOutbox {
  const read = readJson(storage, outboxKey(accountId))
  // `saveOutbox` wrote it; the server refuses manipulated entries.
  return Array.isArray(read) ? (read.filter(isOutgoing) as unknown as ChatOutbox) : []
}

/** Stores the unsent messages, so that they survive a reload. */
export function saveOutbox(storage: ChatStorage | undefined, accountId: string, outbox: ChatOutbox): void {
  writeJson(storage, outboxKey(accountId), outbox.length > 0 ? outbox : undefined)
}

/** Returns the stored message drafts of this tab. */
export function readChatDrafts(storage: ChatStorage | undefined, accountId: string): ChatDrafts {
  const read = readJson(storage, draftsKey(accountId))
  if (typeof read !== 'object' || read === null) return {}
  return Object.fromEntries(Object.entries(read).filter(([, text]) => typeof text === 'string'))
}

/** Stores a message draft; an empty one is deleted. */
export function saveChatDraft(
  storage: ChatStorage | undefined,
  accountId: string,
  draft: Readonly<{ conversationId: string; text: string }>,
): void {
  const { [draft.conversationId]: _, ...others } = readChatDrafts(storage, accountId)
  const drafts = draft.text === '' ? others : { ...others, [draft.conversationId]: draft.text }
  writeJson(storage, draftsKey(accountId), Object.keys(drafts).length > 0 ? drafts : undefined)
}

/** Returns the tab's storage; undefined if the browser forbids it. */
export function tabStorage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}

function readJson(storage: ChatStorage | undefined, key: string): unknown {
  try {
    return JSON.parse(storage?.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function writeJson(storage: ChatStorage | undefined, key: string, value: unknown): void {
  try {
    if (value === undefined) storage?.removeItem(key)
    else storage?.setItem(key, JSON.stringify(value))
  } catch {
    // With a full or forbidden storage, a reload loses it.
  }
}

const STATES: readonly unknown[] = ['waiting', 'sending', 'lost', 'refused']

function isOutgoing(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const read: Record<string, unknown> = { ...value }
  const content: Record<string, unknown> = { ...(read['content'] instanceof Object ? read['content'] : {}) }
  return (
    typeof read['clientId'] === 'string' &&
    typeof read['conversationId'] === 'string' &&
    typeof read['writtenAt'] === 'number' &&
    STATES.includes(read['state']) &&
    typeof content['text'] === 'string' &&
    Array.isArray(content['pictures'])
  )
}
