import { useState } from 'react'
import type { SubmitEvent } from 'react'
import type { ProfileData } from '#features/identity/accounts/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { readFormTexts } from '../auth/field-errors.ts'
import { SaveButton } from '../shell/save-button.tsx'
import { useSaveForm } from '#web/shared/loading/use-save-form.ts'
import { useFocusOnMount } from '#web/ui/use-focus-on-mount.ts'
import { PasswordInput } from './password-input.tsx'

/**
 * Renders the change of the email address in two steps: first the password, then the code that was emailed. The code
 * goes to the new address.
 */
export function EmailForm({ onChange }: { onChange: (profile: ProfileData) => void }) {
  const [newEmail, setNewEmail] = useState<string>()
  if (newEmail === undefined) return <RequestCodeForm onSent={setNewEmail} />
  return (
    <ConfirmCodeForm
      newEmail={newEmail}
      onBack={() => setNewEmail(undefined)}
      onDone={(profile) => {
        setNewEmail(undefined)
        onChange(profile)
      }}
    />
  )
}

function RequestCodeForm({ onSent }: { onSent: (email: string) => void }) {
  const { isBusy, faults, save } = useSaveForm()

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const { email = '', password = '' } = readFormTexts(event.currentTarget)
    void save(event.currentTarget, async () => {
      await call('POST /users/changeEmail', { body: { data: { email, password } } })
      onSent(email)
    })
  }

  return (
    <form noValidate onSubmit={submit} aria-labelledby="profile-email" className="grid gap-5 sm:grid-cols-2">
      <Field
        name="email"
        type="email"
        label="New email address"
        autoComplete="email"
        aria-required
        maxLength={254}
        error={faults['email']}
      />
      <PasswordInput name="password" label="Password" error={faults['password']} />
      <SaveButton
        label="Send code"
        variant="outline"
        problem={faults['form']}
        isBusy={isBusy}
        className="sm:col-span-2"
      />
    </form>
  )
}

function ConfirmCodeForm(props: {
  newEmail: string
  onBack: () => void
  onDone: (profile: ProfileData) => void
}) {
  const { newEmail, onBack, onDone } = props
  const { isBusy, faults, save } = useSaveForm()
  const heading = useFocusOnMount<HTMLParagraphElement>()

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const otp = (readFormTexts(event.currentTarget)['otp'] ?? '').replaceAll(/\s/g, '')
    void save(event.currentTarget, async () => {
      const answer = await call('POST /users/confirmEmail', { body: { data: { otp } } })
      toast.success(answer.message)
      onDone(answer.profile)
    })
  }

  return (
    <form noValidate onSubmit={submit} aria-labelledby="profile-email" className="flex flex-col gap-5">
      <p ref={heading} tabIndex={-1} className="text-sm wrap-anywhere outline-none">
        We’ve emailed a code to {newEmail}. Please type the code from that mail.
      </p>
      <Field
        name="otp"
        label="Six-digit code"
        inputMode="numeric"
        autoComplete="one-time-code"
        aria-required
        maxLength={7}
        error={faults['otp']}
        className="max-w-48"
      />
      <div className="flex flex-wrap items-end gap-3">
        <SaveButton label="Change email address" problem={faults['form']} isBusy={isBusy} />
        <Button variant="quiet" onClick={onBack}>
          Another address
        </Button>
      </div>
    </form>
  )
}
