import { useEffect, useRef, useState } from 'react'
import { call, messageOf } from '#web/api.ts'
import { useReload } from '#web/navigation.ts'
import { toast } from '#web/toast.ts'

/**
 * Unsubscribes as soon as somebody sees the page, and loads it anew; gives whether that is on its way. What browsers and
 * scanners fetch ahead without showing it to anybody does nothing.
 */
export function useUnsubscribe(token: string): boolean {
  const [isLeaving, setIsLeaving] = useState(false)
  const reload = useRef(useReload())

  useEffect(() => {
    async function leave(): Promise<void> {
      setIsLeaving(true)
      try {
        await call('POST /shop/newsletter/unsubscribe', { query: { token } })
        await reload.current()
      } catch (error) {
        toast.error(messageOf(error, 'Something went wrong. Please press the button.'))
      }
      setIsLeaving(false)
    }
    return onceSeen(() => void leave())
  }, [token])

  return isLeaving
}

/** Tells once when the page is visible; gives what stops the watch. */
function onceSeen(tell: () => void): () => void {
  const look = (): void => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', look)
    tell()
  }
  document.addEventListener('visibilitychange', look)
  look()
  return () => document.removeEventListener('visibilitychange', look)
}
