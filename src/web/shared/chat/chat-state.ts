import type { ChatEventData, ChatMessageData, ConversationData } from '#features/messaging/chat/contract.ts'
import type { StreamState } from './stream/live-stream.ts'

export type { StreamState } from './stream/live-stream.ts'

/** The loaded messages of a conversation: without gaps, oldest first, up to the newest. */
export type Thread = Readonly<{
  messages: readonly ChatMessageData[]
  hasOlder: boolean
  /** The error message, if it could not be loaded. */
  problem?: string
}>

/** The loaded conversations of a user. */
export type ChatState = Readonly<{
  status: 'loading' | 'ready' | 'failed'
  conversations: readonly ConversationData[]
  nextCursor: string | null
  /** The number of unread messages in all conversations, including those that are not loaded. */
  unread: number
  threads: Readonly<Record<string, Thread>>
  /** When the other party's typing indicator ends, in epoch milliseconds. */
  typingUntil: Readonly<Record<string, number>>
  stream: StreamState
  /** Increases when the displayed data may be outdated and must be requested again. */
  staleness: number
}>

type ListPage = Readonly<{
  conversations: readonly ConversationData[]
  nextCursor: string | null
  unread: number
}>
type MessagePage = Readonly<{ id: string; messages: readonly ChatMessageData[]; hasMore: boolean }>

/** The events of conversations: loaded data arrived, or an event of the stream. */
export type ChatEvent =
  | Readonly<{ type: 'listed' | 'listed_more'; page: ListPage }>
  | Readonly<{ type: 'list_failed' }>
  | Readonly<{ type: 'thread' | 'older' | 'newer'; page: MessagePage }>
  | Readonly<{ type: 'thread_failed'; id: string; problem: string }>
  | Readonly<{ type: 'conversation'; conversation: ConversationData }>
  | Readonly<{ type: 'message'; payload: ChatEventData['message'] }>
  | Readonly<{ type: 'sent'; id: string; message: ChatMessageData }>
  | Readonly<{ type: 'read'; payload: ChatEventData['read'] }>
  | Readonly<{ type: 'unread'; unread: number }>
  | Readonly<{ type: 'typing'; id: string; until: number }>
  | Readonly<{ type: 'stream'; state: StreamState }>
  | Readonly<{ type: 'reset' }>

/** The initial state. */
export const EMPTY_CHAT: ChatState = {
  status: 'loading',
  conversations: [],
  nextCursor: null,
  unread: 0,
  threads: {},
  typingUntil: {},
  stream: 'connecting',
  staleness: 0,
}

/** Returns the state of the chat after an event. The same event again changes nothing. */
export function chatReducer(state: ChatState, event: ChatEvent): ChatState {
  switch (event.type) {
    case 'listed':
    case 'listed_more':
      return applyList(state, event.page)
    case 'list_failed':
      return state.status === 'ready' ? state : { ...state, status: 'failed' }
    case 'thread':
    case 'older':
    case 'newer':
      return withThread(state, event.page.id, (thread) => applyMessagePage(thread, event))
    case 'thread_failed':
      return withThread(state, event.id, (thread) => ({ ...(thread ?? NO_THREAD), problem: event.problem }))
    case 'conversation':
      return withConversation(state, event.conversation)
    case 'message':
      return applyMessage(state, event.payload)
    case 'sent':
      return applySent(state, event)
    case 'read':
      return applyRead(state, event.payload)
    case 'unread':
      return { ...state, unread: event.unread }
    case 'typing':
      return { ...state, typingUntil: { ...state.typingUntil, [event.id]: event.until } }
    case 'stream':
      return applyStreamState(state, event.state)
    case 'reset':
      return { ...state, staleness: state.staleness + 1 }
  }
}

const NO_THREAD: Thread = { messages: [], hasOlder: false }

/** Applies the first page of the list; conversations of later pages stay. */
function applyList(state: ChatState, page: ListPage): ChatState {
  const listedIds = new Set(page.conversations.map(({ id }) => id))
  const otherConversations = state.conversations.filter(({ id }) => !listedIds.has(id))
  const isFirstTime = state.status !== 'ready'
  return {
    ...state,
    status: 'ready',
    conversations: sortByNewest([...page.conversations, ...otherConversations]),
    nextCursor:
      isFirstTime || otherConversations.length === 0 ? page.nextCursor : nextCursorAfter(state, page),
    unread: page.unread,
  }
}

/** Returns the next cursor: that of a first page requested again would return conversations that are loaded already. */
function nextCursorAfter(state: ChatState, page: ListPage): string | null {
  const knownIds = new Set(state.conversations.map(({ id }) => id))
  const hasNew = page.conversations.some(({ id }) => !knownIds.has(id))
  return hasNew ? page.nextCursor : state.nextCursor
}

function sortByNewest(conversations: readonly ConversationData[]): ConversationData[] {
  return conversations.toSorted((a, b) => Date.parse(b.lastAt) - Date.parse(a.lastAt))
}

function withConversation(state: ChatState, conversation: ConversationData): ChatState {
  const otherConversations = state.conversations.filter(({ id }) => id !== conversation.id)
  return { ...state, conversations: sortByNewest([conversation, ...otherConversations]) }
}

function withThread(
  state: ChatState,
  id: string,
  change: (thread: Thread | undefined) => Thread | undefined,
): ChatState {
  const thread = change(state.threads[id])
  return thread ? { ...state, threads: { ...state.threads, [id]: thread } } : state
}

function applyMessagePage(
  thread: Thread | undefined,
  { type, page }: Readonly<{ type: 'thread' | 'older' | 'newer'; page: MessagePage }>,
): Thread {
  const messages = mergeMessages(thread?.messages ?? [], page.messages)
  // New messages that are not adjacent to the loaded ones leave a gap: earlier ones are requested again on scrolling.
  const contiguous = contiguousTail(messages)
  if (contiguous.length < messages.length) return { messages: contiguous, hasOlder: true }
  const isOldest = type === 'older' || !thread || thread.messages.length === 0
  return { messages, hasOlder: isOldest && type !== 'newer' ? page.hasMore : thread?.hasOlder === true }
}

/** Returns the messages after the last gap in their numbers. */
function contiguousTail(messages: readonly ChatMessageData[]): readonly ChatMessageData[] {
  const gap = messages.findLastIndex(({ number }, place) => {
    const previous = messages[place - 1]
    return previous !== undefined && previous.number !== number - 1
  })
  return gap < 0 ? messages : messages.slice(gap)
}

function applyMessage(
  state: ChatState,
  { conversation: id, unread, message }: ChatEventData['message'],
): ChatState {
  const knownConversation = state.conversations.find((conversation) => conversation.id === id)
  if (!knownConversation) return { ...state, staleness: state.staleness + 1 }
  const isNewMessage = message.number > knownConversation.lastNumber
  const row: ConversationData = isNewMessage
    ? {
        ...knownConversation,
        lastMessage: messagePreview(message),
        lastSender: message.sender,
        lastAt: message.createdAt,
        lastNumber: message.number,
        unread,
      }
    : knownConversation
  const typingUntil = message.sender === 'other' ? { ...state.typingUntil, [id]: 0 } : state.typingUntil
  const next = withThread({ ...withConversation(state, row), typingUntil }, id, (thread) =>
    thread ? { ...thread, messages: mergeMessages(thread.messages, [message]) } : undefined,
  )
  const thread = next.threads[id]
  // After a gap the missing messages are requested.
  return thread && contiguousTail(thread.messages).length < thread.messages.length
    ? { ...state, staleness: state.staleness + 1 }
    : next
}

/** Applies the server's response to the user's message like the stream's event, without changing unread ones. */
function applySent(state: ChatState, { id, message }: { id: string; message: ChatMessageData }): ChatState {
  const unread = state.conversations.find((conversation) => conversation.id === id)?.unread ?? 0
  return applyMessage(state, { conversation: id, unread, message })
}

/** Returns a message as one line, for the list. */
export function messagePreview({ content, pictures, about }: ChatMessageData): string {
  const line = content.replaceAll(/\s+/g, ' ').trim()
  if (line !== '') return line.length > 140 ? `${line.slice(0, 139)}…` : line
  if (pictures.length > 0) return pictures.length === 1 ? 'Picture' : `${pictures.length} pictures`
  if (about?.kind === 'product') return about.name
  return about ? `Order ${about.number}` : ''
}

function applyRead(
  state: ChatState,
  { conversation: id, by, upTo, unread }: ChatEventData['read'],
): ChatState {
  const conversations = state.conversations.map((conversation) => {
    if (conversation.id !== id) return conversation
    return by === 'me'
      ? { ...conversation, unread, readUpTo: Math.max(conversation.readUpTo, upTo) }
      : { ...conversation, otherReadUpTo: Math.max(conversation.otherReadUpTo, upTo) }
  })
  return { ...state, conversations }
}

/** Applies the stream's state: after a reconnection events may have been missed. */
function applyStreamState(state: ChatState, stream: StreamState): ChatState {
  const isReconnected = stream === 'open' && state.stream !== 'open'
  return { ...state, stream, staleness: isReconnected ? state.staleness + 1 : state.staleness }
}

/** Merges both lists: each message once, by its number; the second list's version takes precedence. */
export function mergeMessages(
  known: readonly ChatMessageData[],
  added: readonly ChatMessageData[],
): readonly ChatMessageData[] {
  const [last, first] = [known.at(-1), added[0]]
  if (added.length === 1 && first && (!last || first.number > last.number)) return [...known, first]
  const byNumber = new Map([...known, ...added].map((message) => [message.number, message]))
  return [...byNumber.values()].toSorted((a, b) => a.number - b.number)
}
