import type { ChatMessageData } from '#features/messaging/chat/contract.ts'
import type { ChatOutbox, OutgoingContent } from '../chat-storage.ts'
import type { BubbleData } from './message-bubble.tsx'
import type { OutgoingMessage } from './outbox.ts'
import { formatDay } from '../conversations/relative-time.ts'

/** A message in the thread, sent or not; `day` if a new day begins above it. */
export type VisibleMessage = Readonly<{
  key: string
  day: string | undefined
  bubble: BubbleData
  number: number | undefined
  outgoing: OutgoingMessage<OutgoingContent> | undefined
}>

/** Returns the messages of a conversation: stored ones, then those being sent, without duplicates. */
export function toVisibleMessages(
  messages: readonly ChatMessageData[],
  outbox: ChatOutbox,
  now: Date,
): VisibleMessage[] {
  const arrived = new Set(messages.map(({ clientId }) => clientId))
  const all = [
    ...messages.map((message) => ({
      // The same before and after its arrival, so that it is not rendered again.
      key: message.clientId ?? message.id,
      bubble: message,
      number: message.number,
      outgoing: undefined,
    })),
    ...outbox.filter(({ clientId }) => !arrived.has(clientId)).map(toPendingMessage),
  ]
  const days = all.map(({ bubble }) => formatDay(new Date(bubble.createdAt), now))
  return all.map((one, place) => ({ ...one, day: days[place] === days[place - 1] ? undefined : days[place] }))
}

function toPendingMessage(outgoing: OutgoingMessage<OutgoingContent>): Omit<VisibleMessage, 'day'> {
  const { clientId, content, writtenAt } = outgoing
  const bubble: BubbleData = {
    sender: 'me',
    content: content.text,
    pictures: content.pictures,
    about: content.about,
    createdAt: new Date(writtenAt).toISOString(),
    isErased: false,
    isRemoved: false,
  }
  return { key: clientId, bubble, number: undefined, outgoing }
}
