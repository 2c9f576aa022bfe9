import type { ChatMessageData } from '#features/messaging/chat/contract.ts'

/** Both lists as one: each message once, by its number, the later known form of it winning. */
export function mergedMessages(
  known: readonly ChatMessageData[],
  added: readonly ChatMessageData[],
): readonly ChatMessageData[] {
  const [last, first] = [known.at(-1), added[0]]
  if (added.length === 1 && first && (!last || first.number > last.number)) return [...known, first]
  const byNumber = new Map([...known, ...added].map((message) => [message.number, message]))
  return [...byNumber.values()].toSorted((a, b) => a.number - b.number)
}
