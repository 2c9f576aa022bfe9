import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { call } from '#web/app/calls/api.ts'
import { SaveButton } from '../shell/save-button.tsx'
import { useSaving } from '#web/shared/loading/use-saving.ts'

/** For who has only ever signed in without a password: a link by mail sets one. */
export function SetPassword({ email }: { email: string }) {
  const { isBusy, faults, save } = useSaving()
  const [isSent, setIsSent] = useState(false)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    void save(event.currentTarget, async () => {
      await call('POST /users/forgotPassword', { body: { data: { email } } })
      setIsSent(true)
    })
  }

  return (
    <form onSubmit={submit} aria-labelledby="profile-password" className="flex flex-col gap-5">
      <p role="status" className="max-w-prose text-sm text-ink-soft">
        {isSent
          ? `We have sent a link to ${email}. It is good for 60 minutes. Sign out before you open it: whoever sets a password signs in with it.`
          : 'You have signed in without a password so far. We can mail you a link to set one.'}
      </p>
      {!isSent && (
        <SaveButton label="Mail me the link" look="outline" problem={faults['form']} isBusy={isBusy} />
      )}
    </form>
  )
}
