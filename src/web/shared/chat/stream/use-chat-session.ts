import type { ConversationData } from '#features/messaging/chat/contract.ts'
import { type ConversationStart, useConversationStart } from '../conversations/use-conversation-start.ts'
import { type MessageOutbox, useOutbox } from '../messages/use-outbox.ts'
import { type Chat, useChat } from '../use-chat.ts'
import { useTypingIds } from './use-typing-notifier.ts'
import { useEffect, useState } from 'react'

/** Adds the number of unread messages to the document's title: '(3) Messages · Cabochon'. */
function useTitleCount(unread: number): void {
  useEffect(() => {
    const plain = document.title.replace(COUNT_PREFIX, '')
    document.title = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${plain}` : plain
    return () => {
      document.title = document.title.replace(COUNT_PREFIX, '')
    }
  }, [unread])
}

const COUNT_PREFIX = /^\(\d+\+?\) /

/** The live data of the page, and the open conversation. */
export type ChatSession = Readonly<{
  accountId: string
  chat: Chat
  start: ConversationStart
  sending: MessageOutbox
  typingIds: readonly string[]
  shownId: string | undefined
  /** Undefined while it is unknown. */
  shown: ConversationData | undefined
}>

/** Returns an account's conversations; the address has the open one, or the other party of a new one. */
export function useChatSession(accountId: string, search: Readonly<Record<string, string>>): ChatSession {
  const [firstId, setFirstId] = useState<string>()
  const selectedId = search['conversation'] ?? firstId
  const chat = useChat(accountId, selectedId)
  const { state, dispatch } = chat
  const start = useConversationStart(search, dispatch)
  const messageOutbox = useOutbox(accountId, { stream: state.stream, dispatch })
  useTitleCount(state.unread)

  // The first one opens automatically (CHAT-09), and stays open when another one moves to the top.
  const first = state.conversations[0]?.id
  if (firstId === undefined && first !== undefined && !start.isStarting) setFirstId(first)

  return {
    accountId,
    chat,
    start,
    sending: messageOutbox,
    typingIds: useTypingIds(state.typingUntil),
    shownId: selectedId,
    shown: start.isStarting ? undefined : state.conversations.find(({ id }) => id === selectedId),
  }
}
