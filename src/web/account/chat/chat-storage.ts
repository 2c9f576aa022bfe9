import type { AboutCardData, ChatPictureData } from '#features/messaging/chat/contract.ts'
import type { Outbox } from './messages/outbox.ts'

/** What a message that is not sent yet is made of. */
export type OutgoingContent = Readonly<{
  text: string
  pictures: readonly ChatPictureData[]
  about: AboutCardData | null
}>

/** Messages on their way, as the page keeps them. */
export type ChatOutbox = Outbox<OutgoingContent>

/** Text that was begun, by conversation. */
export type Drafts = Readonly<Record<string, string>>

type ChatStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A person's unsent messages are kept until the tab is closed; nobody else who signs in there sees them. */
const outboxKey = (personId: string): string => `chatOutbox:${personId}`
const draftsKey = (personId: string): string => `chatDrafts:${personId}`

/** The unsent messages that this tab kept for somebody. What is broken counts as nothing. */
export function readOutbox(storage: ChatStorage | undefined, personId: string): ChatOutbox {
  const read = readJson(storage, outboxKey(personId))
  // It was written by `keepOutbox`; what was tampered with is refused by the server.
  return Array.isArray(read) ? (read.filter(isOutgoing) as unknown as ChatOutbox) : []
}

/** Keeps the unsent messages over a reload. */
export function keepOutbox(storage: ChatStorage | undefined, personId: string, outbox: ChatOutbox): void {
  keepJson(storage, outboxKey(personId), outbox.length > 0 ? outbox : undefined)
}

/** What this tab kept of texts that were begun. */
export function readDrafts(storage: ChatStorage | undefined, personId: string): Drafts {
  const read = readJson(storage, draftsKey(personId))
  if (typeof read !== 'object' || read === null) return {}
  return Object.fromEntries(Object.entries(read).filter(([, text]) => typeof text === 'string'))
}

/** Keeps a text that was begun; an empty one is forgotten. */
export function keepDraft(
  storage: ChatStorage | undefined,
  personId: string,
  draft: Readonly<{ conversationId: string; text: string }>,
): void {
  const { [draft.conversationId]: _, ...others } = readDrafts(storage, personId)
  const drafts = draft.text === '' ? others : { ...others, [draft.conversationId]: draft.text }
  keepJson(storage, draftsKey(personId), Object.keys(drafts).length > 0 ? drafts : undefined)
}

/** The tab's storage; undefined where the browser forbids it. */
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

function keepJson(storage: ChatStorage | undefined, key: string, value: unknown): void {
  try {
    if (value === undefined) storage?.removeItem(key)
    else storage?.setItem(key, JSON.stringify(value))
  } catch {
    // A full or forbidden storage: a reload begins without it.
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
