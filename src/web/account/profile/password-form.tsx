import type { SubmitEvent } from 'react'
import { call } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { readFormTexts } from '../auth/field-errors.ts'
import { SaveButton } from '../shell/save-button.tsx'
import { useSaveForm } from '#web/shared/loading/use-save-form.ts'
import { PasswordInput } from './password-input.tsx'

/** Renders the form for a new password; `email` identifies the account for password managers. */
export function PasswordForm({ email }: { email: string }) {
  const { isBusy, faults, save } = useSaveForm()

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = event.currentTarget
    const { password = '', newPassword = '' } = readFormTexts(form)
    void save(form, async () => {
      const answer = await call('POST /users/changePassword', { body: { data: { password, newPassword } } })
      toast.success(answer.message)
      form.reset()
    })
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-labelledby="profile-password"
      className="grid gap-5 sm:grid-cols-2"
    >
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput name="password" label="Current password" error={faults['password']} />
      <PasswordInput
        name="newPassword"
        label="New password"
        isNew
        hint="All other devices are signed out of your account."
        error={faults['newPassword']}
      />
      <SaveButton
        label="Change password"
        variant="outline"
        problem={faults['form']}
        isBusy={isBusy}
        className="sm:col-span-2"
      />
    </form>
  )
}
