import { type FormEvent, useState } from 'react'
import { call } from '#web/app/calls/api.ts'
import { AuthenticatorCodeField } from '#web/shared/second-factor/authenticator-code-field.tsx'
import { StepProblem, useStep } from '#web/shared/second-factor/set-up-second-factor.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'

/** Renders the form for the password, if any, and a code, with which `onCode` makes a change. */
export function ProveByCode(props: {
  hasPassword: boolean
  label: string
  onCancel: () => void
  onCode: (code: string) => Promise<void>
}) {
  const { hasPassword, label, onCancel, onCode } = props
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { isBusy, problem, run } = useStep()

  function submit(event: FormEvent): void {
    event.preventDefault()
    run(async () => {
      if (hasPassword) await call('POST /users/confirmPassword', { body: { data: { password } } })
      await onCode(code)
    })
  }

  return (
    <form noValidate onSubmit={submit} className="flex max-w-md flex-col gap-5">
      {hasPassword && (
        <Field
          label="Current password"
          type="password"
          autoComplete="current-password"
          maxLength={128}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      <AuthenticatorCodeField
        value={code}
        onChange={setCode}
        hint="From your authenticator app, or a recovery code."
      />
      <StepProblem text={problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          {label}
        </Button>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
