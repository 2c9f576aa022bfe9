import { useState, useSyncExternalStore } from 'react'
import { call, explainError, isApiFailure } from '#web/app/calls/api.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '../parts/dialog.tsx'

/** A call that waits for the password; it gets whether it was confirmed. */
type PromptResolver = (isConfirmed: boolean) => void

let waiting: PromptResolver | undefined
const listeners = new Set<() => void>()

function setWaiting(next: PromptResolver | undefined): void {
  waiting = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Returns the result of `perform`. If the server requires the password, `PasswordPrompt` requests it and `perform` is
 * repeated. Throws the server's refusal when the user cancels.
 */
export async function withPassword<Result>(perform: () => Promise<Result>): Promise<Result> {
  try {
    return await perform()
  } catch (error) {
    if (!isApiFailure(error) || error.code !== 'password_needed') throw error
    const isConfirmed = await new Promise<boolean>((resolve) => setWaiting(resolve))
    if (!isConfirmed) throw error
    return perform()
  }
}

/** Renders the password prompt of calls that move money, once in a console's frame. */
export function PasswordPrompt() {
  const isOpen = useSyncExternalStore(
    subscribe,
    () => waiting !== undefined,
    () => false,
  )
  const [password, setPassword] = useState('')

  function finish(isConfirmed: boolean): void {
    const answer = waiting
    setPassword('')
    setWaiting(undefined)
    answer?.(isConfirmed)
  }

  return (
    <FormDialog
      isOpen={isOpen}
      onClose={() => finish(false)}
      title="Enter your password"
      text="Confirm it’s you. We won’t ask again for ten minutes."
      submitLabel="Continue"
      canSubmit={password !== ''}
      onSubmit={async () => {
        await call('POST /users/confirmPassword', { body: { data: { password } } })
        finish(true)
      }}
      explain={(error) =>
        explainError(error, 'We couldn’t check the password. Please try again in a moment.')
      }
    >
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </FormDialog>
  )
}
