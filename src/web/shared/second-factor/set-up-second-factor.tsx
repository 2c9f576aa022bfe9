import { type FormEvent, useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { AuthenticatorCodeField } from './authenticator-code-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { encode } from 'uqr'

type Key = Readonly<{ key: string; uri: string }>

/**
 * Renders the setup of two-factor sign-in: password, key for the authenticator app, first code, and recovery codes.
 */
export function SetUpSecondFactor({ hasPassword, onDone }: { hasPassword: boolean; onDone: () => void }) {
  const [key, setKey] = useState<Key>()
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (key) return <FirstCode shown={key} onEnabled={setCodes} />
  return <Start hasPassword={hasPassword} onStarted={setKey} />
}

function Start({ hasPassword, onStarted }: { hasPassword: boolean; onStarted: (key: Key) => void }) {
  const [password, setPassword] = useState('')
  const { isBusy, problem, run } = useStep()

  function submit(event: FormEvent): void {
    event.preventDefault()
    run(async () => {
      if (hasPassword) await call('POST /users/confirmPassword', { body: { data: { password } } })
      onStarted(await call('POST /users/secondFactor/start'))
    })
  }

  return (
    <form noValidate onSubmit={submit} className="flex max-w-md flex-col gap-5">
      {hasPassword && (
        <Field
          label="Current password"
          hint="To confirm that it’s you."
          type="password"
          autoComplete="current-password"
          maxLength={128}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      <StepProblem text={problem} />
      <Button type="submit" busy={isBusy} className="self-start">
        Set up two-factor sign-in
      </Button>
    </form>
  )
}

function FirstCode({ shown, onEnabled }: { shown: Key; onEnabled: (codes: readonly string[]) => void }) {
  const [code, setCode] = useState('')
  const { isBusy, problem, run } = useStep()

  function submit(event: FormEvent): void {
    event.preventDefault()
    run(async () => {
      const answer = await call('POST /users/secondFactor/enable', { body: { data: { code } } })
      onEnabled(answer.recoveryCodes)
    })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p className="max-w-prose text-sm text-ink-soft">
        Scan this code with an authenticator app, such as Google Authenticator, 1Password or Microsoft
        Authenticator. Then enter the six digits that it shows.
      </p>
      <div className="flex flex-wrap items-start gap-6">
        <QrCode text={shown.uri} label="QR code for your authenticator app" />
        <div className="flex min-w-0 flex-1 basis-64 flex-col gap-5">
          <div>
            <p className="text-sm">Can’t scan it? Type this key into the app:</p>
            <p className="mt-1.5 font-mono text-sm wrap-anywhere" data-key={shown.key}>
              {shown.key.replaceAll(/(.{4})(?=.)/g, '$1 ')}
            </p>
          </div>
          <AuthenticatorCodeField value={code} onChange={setCode} hasFocus />
          <StepProblem text={problem} />
          <Button type="submit" busy={isBusy} className="self-start">
            Turn on
          </Button>
        </div>
      </div>
    </form>
  )
}

/** Returns a function that submits a step, its pending state, and its error. */
export function useStep() {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function attempt(work: () => Promise<void>): Promise<void> {
    setIsBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(explainError(error, 'Something went wrong. Please try again in a moment.'))
    } finally {
      setIsBusy(false)
    }
  }

  return { isBusy, problem, run: (work: () => Promise<void>) => void attempt(work) }
}

/** Renders the error of a step and announces it at once. */
export function StepProblem({ text }: { text: string | undefined }) {
  return text === undefined ? null : (
    <p role="alert" className="rounded-md bg-danger-mist px-5 py-4 text-sm text-danger">
      {text}
    </p>
  )
}

/** Renders a text as a scalable QR code. It is black on white in every theme, as cameras need that contrast. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-md border border-line bg-white"
    >
      <path d={path} fill="black" />
    </svg>
  )
}
