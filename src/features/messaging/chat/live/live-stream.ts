import type { Channel } from '#platform/http/calls/channel.ts'
import type { ChatEventData } from '../contract.ts'

/** The stream of one page, and the last event it was sent. */
export type LiveStream = {
  readonly accountId: number
  readonly sessionId: number
  readonly channel: Channel
  /** The number of the last event sent to it; undefined until its start position is known. */
  position: number | undefined
  /** Whether the unread count was sent, which every stream gets at its start. */
  isGreeted: boolean
  /** Whether there are more events than its buffer has room for. */
  isBehind: boolean
  stalledBeats: number
}

/** A typing event in a conversation, and the account that receives it. */
export type TypingEvent = Readonly<{ accountId: number; conversation: string }>

const encoder = new TextEncoder()

/** Encodes an event for the stream; its data is JSON, which has no line breaks. */
export function encodeChatEvent<Name extends keyof ChatEventData>(
  name: Name,
  data: ChatEventData[Name],
  id?: number,
): Uint8Array {
  const head = id === undefined ? '' : `id: ${id}\n`
  return encoder.encode(`${head}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}
