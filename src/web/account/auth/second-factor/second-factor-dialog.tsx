import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call, explainError, isApiFailure } from '#web/app/calls/api.ts'
import type { SignInUserData } from '#web/app/session/session-store.ts'
import { toast } from '#web/app/toast.ts'
import { AuthenticatorCodeField, focusOnMount } from '#web/shared/second-factor/authenticator-code-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { usePasskeySupport } from '../passkeys/passkey-support.ts'
import { explainPasskeyFailure, signInWithPasskey } from '../passkeys/use-passkey.ts'
import { readDeviceKey } from '../codes/device-key.ts'

/** Renders the dialog for a code of the authenticator app or a recovery code, to complete a sign-in. Escape cancels. */
export function SecondFactorDialog(props: {
  challenge: string
  onAnswer: (user: SignInUserData | undefined) => void
}) {
  const { challenge, onAnswer } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const [isRecovery, setIsRecovery] = useState(false)
  const [code, setCode] = useState('')
  const { isBusy, problem, submit, provePasskey } = useSecondFactor({
    challenge,
    code,
    onAnswer,
    clear: () => setCode(''),
  })
  useEffect(() => dialog.current?.showModal(), [])

  function switchKind(): void {
    setCode('')
    setIsRecovery(!isRecovery)
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby="second-factor"
      onClose={() => onAnswer(undefined)}
      className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-md border border-line bg-sheet p-6 backdrop:bg-ink/40"
    >
      <form onSubmit={submit} className="flex flex-col gap-5">
        <h2 id="second-factor" className="text-lg">
          Two-factor sign-in
        </h2>
        <FactorField isRecovery={isRecovery} value={code} onChange={setCode} />
        {problem && (
          <p role="alert" className="text-sm text-danger">
            {problem}
          </p>
        )}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="flex flex-col items-start gap-1">
            <button type="button" onClick={switchKind} className="text-link min-h-6 text-sm">
              {isRecovery ? 'Use your authenticator app' : 'Use a recovery code'}
            </button>
            <UsePasskey onClick={provePasskey} />
          </span>
          <span className="flex gap-3">
            <Button variant="outline" onClick={() => dialog.current?.close()}>
              Cancel
            </Button>
            <Button type="submit" busy={isBusy}>
              Sign In
            </Button>
          </span>
        </div>
      </form>
    </dialog>
  )
}

function FactorField(props: { isRecovery: boolean; value: string; onChange: (value: string) => void }) {
  const { isRecovery, value, onChange } = props
  if (!isRecovery) return <AuthenticatorCodeField value={value} onChange={onChange} hasFocus />
  return (
    <Field
      label="Recovery code"
      hint="One of the codes you saved when you set up two-factor sign-in."
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      ref={focusOnMount}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function useSecondFactor(input: {
  challenge: string
  code: string
  onAnswer: (user: SignInUserData | undefined) => void
  clear: () => void
}) {
  const { challenge, code, onAnswer, clear } = input
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function send(
    prove: () => Promise<Readonly<{ userData?: SignInUserData | undefined }>>,
    explain: (error: unknown) => string,
  ): Promise<void> {
    setIsBusy(true)
    setProblem(undefined)
    try {
      onAnswer((await prove()).userData)
    } catch (error) {
      const message = explain(error)
      if (isApiFailure(error) && error.code === 'challenge_over') {
        toast.error(message)
        return onAnswer(undefined)
      }
      setProblem(message)
      clear()
      setIsBusy(false)
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (code.trim() === '') setProblem('Enter a code.')
    else void send(confirmCode, (error) => explainError(error, 'Something went wrong. Please try again.'))
  }

  const confirmCode = () =>
    call(
      'POST /users/secondFactor/confirm',
      { body: { data: { challenge, code } } },
      { deviceKey: readDeviceKey() },
    )

  return {
    isBusy,
    problem,
    submit,
    provePasskey: () => void send(() => signInWithPasskey(challenge), explainPasskeyFailure),
  }
}

/** Renders the passkey button; nothing when this browser cannot use passkeys here. */
function UsePasskey({ onClick }: { onClick: () => void }) {
  if (!usePasskeySupport()) return null
  return (
    <button type="button" onClick={onClick} className="text-link min-h-6 text-sm">
      Use a passkey
    </button>
  )
}
