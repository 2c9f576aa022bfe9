import { useEffect, useRef, useState } from 'react'
import type { ConversationData } from '#features/messaging/chat/contract.ts'
import { call } from '#web/app/calls/api.ts'
import type { ChatEvent } from '../chat-state.ts'

/**
 * Marks messages as read up to the last visible one. The end of the conversation must be visible to an active user. A
 * failed mark is repeated with the next message.
 */
export function useReadReceipts(
  { id, readUpTo, unread }: Pick<ConversationData, 'id' | 'readUpTo' | 'unread'>,
  lastSeenNumber: number,
  dispatch: (event: ChatEvent) => void,
): void {
  const isPageActive = useIsPageActive()
  const lastReceipt = useRef('')
  useEffect(() => {
    const receipt = `${id} ${lastSeenNumber}`
    if (!isPageActive || lastSeenNumber === 0 || lastReceipt.current === receipt) return
    if (lastSeenNumber <= readUpTo && unread === 0) return
    lastReceipt.current = receipt
    call('POST /chat/conversations/{id}/read', { params: { id }, body: { upTo: lastSeenNumber } }).then(
      (answer) => {
        dispatch({
          type: 'read',
          payload: { conversation: id, by: 'me', upTo: lastSeenNumber, unread: answer.unread.conversation },
        })
        dispatch({ type: 'unread', unread: answer.unread.total })
      },
      () => (lastReceipt.current = ''),
    )
  }, [id, lastSeenNumber, readUpTo, unread, isPageActive, dispatch])
}

/** Returns whether the page is active: visible, and its window focused. */
function useIsPageActive(): boolean {
  const [isActive, setIsActive] = useState(() => !document.hidden && document.hasFocus())
  useEffect(() => {
    const updateIsActive = (): void => setIsActive(!document.hidden && document.hasFocus())
    const events = ['focus', 'blur'] as const
    for (const event of events) addEventListener(event, updateIsActive)
    document.addEventListener('visibilitychange', updateIsActive)
    return () => {
      for (const event of events) removeEventListener(event, updateIsActive)
      document.removeEventListener('visibilitychange', updateIsActive)
    }
  }, [])
  return isActive
}
