import { useEffect, useEffectEvent, useState } from 'react'
import { explainError } from '#web/app/calls/api.ts'
import { useReload } from '#web/app/router/navigation.ts'
import { toast } from '#web/app/toast.ts'

/**
 * Calls `unsubscribe` once the page is visible, and reloads the page; returns whether the call is pending. Prefetching
 * browsers and link scanners never show the page, so they unsubscribe no one.
 */
export function useUnsubscribe(unsubscribe: () => Promise<unknown>): boolean {
  const [isLeaving, setIsLeaving] = useState(false)
  const reload = useReload()
  const go = useEffectEvent(async () => {
    setIsLeaving(true)
    try {
      await unsubscribe()
      await reload()
    } catch (error) {
      toast.error(explainError(error, 'Something went wrong. Please use the button.'))
    }
    setIsLeaving(false)
  })
  useEffect(() => whenPageVisible(() => void go()), [])
  return isLeaving
}

/** Calls back once the page is visible; returns a function that stops waiting. */
function whenPageVisible(callback: () => void): () => void {
  const check = (): void => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', check)
    callback()
  }
  document.addEventListener('visibilitychange', check)
  check()
  return () => document.removeEventListener('visibilitychange', check)
}
