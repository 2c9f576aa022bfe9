import { useEffect, useRef, useState } from 'react'
import type { ConversationData } from '#features/messaging/chat/contract.ts'
import { call } from '#web/app/calls/api.ts'
import type { ChatEvent } from '../chat-state.ts'

/**
 * Notes what is seen as read: up to the message of that number, while the end of the conversation is on the screen of
 * somebody who looks. A note that does not arrive is made again with the next message.
 */
export function useReading(
  { id, readUpTo, unread }: Pick<ConversationData, 'id' | 'readUpTo' | 'unread'>,
  seenUpTo: number,
  hear: (event: ChatEvent) => void,
): void {
  const isLookedAt = useIsLookedAt()
  const noted = useRef('')
  useEffect(() => {
    const note = `${id} ${seenUpTo}`
    if (!isLookedAt || seenUpTo === 0 || noted.current === note) return
    if (seenUpTo <= readUpTo && unread === 0) return
    noted.current = note
    call('POST /chat/conversations/{id}/read', { params: { id }, body: { upTo: seenUpTo } }).then(
      (answer) => {
        hear({
          type: 'read',
          told: { conversation: id, by: 'me', upTo: seenUpTo, unread: answer.unread.conversation },
        })
        hear({ type: 'unread', unread: answer.unread.total })
      },
      () => (noted.current = ''),
    )
  }, [id, seenUpTo, readUpTo, unread, isLookedAt, hear])
}

/** Whether the page is in front of somebody: shown, and the window the one that is used. */
function useIsLookedAt(): boolean {
  const [isLookedAt, setIsLookedAt] = useState(() => !document.hidden && document.hasFocus())
  useEffect(() => {
    const look = (): void => setIsLookedAt(!document.hidden && document.hasFocus())
    const events = ['focus', 'blur'] as const
    for (const event of events) addEventListener(event, look)
    document.addEventListener('visibilitychange', look)
    return () => {
      for (const event of events) removeEventListener(event, look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return isLookedAt
}
