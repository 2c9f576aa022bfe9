import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { forgetBusiness } from '#web/app/session/choose-business.ts'
import { toast } from '#web/app/toast.ts'
import { Action } from '../parts/button.tsx'
import type { ActingBusiness } from './business.tsx'

/** Renders the bar of an operator's read-only view on every page, with a button to end it. */
export function ViewingBar({ acting: { business } }: { acting: ActingBusiness }) {
  const go = useNavigateTo()
  const [isBusy, setIsBusy] = useState(false)

  async function stop(): Promise<void> {
    setIsBusy(true)
    try {
      await call('POST /team/view/end')
      await go(`/dashboard/operator/accounts/${encodeURIComponent(business.id)}`)
      forgetBusiness()
    } catch (error) {
      toast.error(explainError(error, 'We couldn’t end this. Please try again in a moment.'))
    }
    setIsBusy(false)
  }

  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-ink px-3 py-1.5 text-sm text-paper lg:px-6 print:hidden"
    >
      <p className="min-w-0 flex-1 wrap-anywhere">
        You’re viewing <strong>{business.name}</strong> as an operator. Nothing can be changed.
      </p>
      <Action isSmall busy={isBusy} onClick={() => void stop()}>
        Stop viewing
      </Action>
    </div>
  )
}
