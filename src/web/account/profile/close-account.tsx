import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { call } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { session } from '#web/app/session/session-store.ts'
import { toast } from '#web/app/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { readFormTexts } from '../auth/field-errors.ts'
import { SaveButton } from '../shell/save-button.tsx'
import { useSaveForm } from '#web/shared/loading/use-save-form.ts'
import { PasswordInput } from './password-input.tsx'

/** Renders the closing of the account, with two confirmations, the second one by the password. */
export function CloseAccount() {
  const [isConfirming, setIsConfirming] = useState(false)
  if (isConfirming) return <CloseAccountForm onKeep={() => setIsConfirming(false)} />
  return (
    <Button variant="outline" onClick={() => setIsConfirming(true)}>
      Close my account
    </Button>
  )
}

function CloseAccountForm({ onKeep }: { onKeep: () => void }) {
  const { isBusy, faults, save } = useSaveForm()
  const go = useNavigateTo()

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const { password = '' } = readFormTexts(event.currentTarget)
    void save(event.currentTarget, async () => {
      const answer = await call('POST /users/closeAccount', { body: { data: { password } } })
      session.signedOut()
      toast.success(answer.message)
      await go('/')
    })
  }

  return (
    <form noValidate onSubmit={submit} aria-labelledby="profile-close" className="flex flex-col gap-5">
      <p role="status" className="max-w-prose text-sm">
        This can’t be undone. Download your data first if you want to keep it.
      </p>
      <div className="max-w-sm">
        <PasswordInput name="password" label="Password" error={faults['password']} />
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <SaveButton label="Close my account for good" problem={faults['form']} isBusy={isBusy} />
        <Button variant="quiet" onClick={onKeep}>
          Keep my account
        </Button>
      </div>
    </form>
  )
}
