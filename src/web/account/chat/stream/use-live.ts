import type { ConversationData } from '#features/messaging/chat/contract.ts'
import { type Start, useStart } from '../conversations/use-start.ts'
import { type Sending, useOutbox } from '../messages/use-outbox.ts'
import { type Chat, useChat } from '../use-chat.ts'
import { useTypingIds } from './use-typing.ts'
import { useEffect, useState } from 'react'

/** Puts the number of unread messages before the document's title, as tabs show it: '(3) Messages · Cabochon'. */
function useTitleCount(unread: number): void {
  useEffect(() => {
    const plain = document.title.replace(COUNT, '')
    document.title = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${plain}` : plain
    return () => {
      document.title = document.title.replace(COUNT, '')
    }
  }, [unread])
}

const COUNT = /^\(\d+\+?\) /

/** Everything that is alive on the page, and which conversation is open. */
export type Live = Readonly<{
  personId: string
  chat: Chat
  start: Start
  sending: Sending
  typingIds: readonly string[]
  shownId: string | undefined
  /** Undefined while it is not known. */
  shown: ConversationData | undefined
}>

/** Brings somebody's conversations to life; the address says which one is open, or with whom to begin one. */
export function useLive(personId: string, search: Readonly<Record<string, string>>): Live {
  const [firstId, setFirstId] = useState<string>()
  const shownId = search['conversation'] ?? firstId
  const chat = useChat(personId, shownId)
  const { state, hear } = chat
  const start = useStart(search, hear)
  const sending = useOutbox(personId, { stream: state.stream, hear })
  useTitleCount(state.unread)

  // The first one is open by itself (CHAT-09), and stays so when another one comes to the top.
  const first = state.conversations[0]?.id
  if (firstId === undefined && first !== undefined && !start.isStarting) setFirstId(first)

  return {
    personId,
    chat,
    start,
    sending,
    typingIds: useTypingIds(state.typingUntil),
    shownId,
    shown: start.isStarting ? undefined : state.conversations.find(({ id }) => id === shownId),
  }
}
