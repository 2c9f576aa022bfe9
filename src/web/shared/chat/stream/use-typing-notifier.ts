import { useEffect, useRef, useState } from 'react'
import { call } from '#web/app/calls/api.ts'

/** The minimum interval of typing notifications, in milliseconds. */
const NOTIFY_INTERVAL_MS = 3_000

/**
 * Returns a function for every change of the text, which notifies the other party at intervals. A failed notification
 * is harmless.
 */
export function useTypingNotifier(conversationId: string): () => void {
  const lastNotified = useRef({ id: '', at: 0 })
  return () => {
    const now = Date.now()
    if (lastNotified.current.id === conversationId && now - lastNotified.current.at < NOTIFY_INTERVAL_MS)
      return
    lastNotified.current = { id: conversationId, at: now }
    call('POST /chat/conversations/{id}/typing', { params: { id: conversationId } }).catch(() => undefined)
  }
}

/** Returns the conversations in which the other party is typing. */
export function useTypingIds(typingUntil: Readonly<Record<string, number>>): readonly string[] {
  const [now, setNow] = useState(() => Date.now())
  const open = Object.entries(typingUntil).filter(([, until]) => until > now)
  const soonest = open.length > 0 ? Math.min(...open.map(([, until]) => until)) : undefined
  useEffect(() => {
    if (soonest === undefined) return
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, soonest - Date.now()) + 10)
    return () => clearTimeout(timer)
  }, [soonest])
  return open.map(([id]) => id)
}
