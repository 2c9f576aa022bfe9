import { useEffect, useRef, useState } from 'react'
import { call, messageOf } from '#web/app/calls/api.ts'
import { useReload } from '#web/app/navigation.ts'
import { onceSeen } from '#web/app/hydration/intersection-observer.ts'
import { toast } from '#web/app/toast.ts'

/** Ends the mails whose link was opened as soon as somebody sees the page, and loads it anew; gives whether that is on its way. */
export function useEndMails(token: string): boolean {
  const [isEnding, setIsEnding] = useState(false)
  const reload = useRef(useReload())

  useEffect(() => {
    async function end(): Promise<void> {
      setIsEnding(true)
      try {
        await call('POST /users/notificationChoices/end', { query: { token } })
        await reload.current()
      } catch (error) {
        toast.error(messageOf(error, 'Something went wrong. Please press the button.'))
      }
      setIsEnding(false)
    }
    return onceSeen(() => void end())
  }, [token])

  return isEnding
}
