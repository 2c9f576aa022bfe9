import { type FormEvent, useState } from 'react'
import type { PasskeyData } from '#features/identity/accounts/passkeys/contract.ts'
import { call, isApiFailure } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { LocalDate } from '#web/shared/forms/local-date.tsx'
import { QueryView, useQuery } from '#web/shared/loading/query-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { usePasskeySupport } from '../auth/passkeys/passkey-support.ts'
import { createPasskey, explainPasskeyFailure } from '../auth/passkeys/use-passkey.ts'
import { FrameSkeleton } from '../shell/account-frame.tsx'
import { Card } from '../shell/card.tsx'

/** Renders the passkeys of an account, to add, rename and remove them. */
export function PasskeysCard() {
  const query = useQuery('', (signal) => call('GET /users/passkeys', {}, { signal }))
  return (
    <QueryView loading={query} skeleton={<FrameSkeleton />}>
      {({ passkeys, isAvailable, hasPassword }) => (
        <Card
          id="passkeys"
          title="Passkeys"
          text="Sign in with your fingerprint, face or screen lock, without a password and a code. A passkey works on this site only, so nobody can trick you into giving it away."
        >
          <Passkeys {...{ passkeys, isAvailable, hasPassword }} onChange={query.again} />
        </Card>
      )}
    </QueryView>
  )
}

type Change = Readonly<{ kind: 'add' }> | Readonly<{ kind: 'rename' | 'remove'; passkey: PasskeyData }>

function Passkeys(props: {
  passkeys: readonly PasskeyData[]
  isAvailable: boolean
  hasPassword: boolean
  onChange: () => void
}) {
  const { passkeys, isAvailable, hasPassword, onChange } = props
  const [change, setChange] = useState<Change>()
  const isSupported = usePasskeySupport()
  if (change)
    return (
      <ChangeForm
        change={change}
        hasPassword={hasPassword}
        onCancel={() => setChange(undefined)}
        onDone={onChange}
      />
    )
  return (
    <div className="flex flex-col items-start gap-5">
      {passkeys.length === 0 ? (
        <p className="text-sm text-ink-soft">You have no passkeys yet.</p>
      ) : (
        <ul aria-labelledby="passkeys" className="w-full divide-y divide-line border-y border-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onChange={setChange} />
          ))}
        </ul>
      )}
      {isAvailable && isSupported ? (
        <Button variant="outline" onClick={() => setChange({ kind: 'add' })}>
          Add passkey
        </Button>
      ) : (
        <p className="text-sm text-ink-soft">
          {isAvailable
            ? 'This browser can’t use passkeys here. Open the shop by its domain name in another browser.'
            : 'Passkeys need a domain name, which this shop doesn’t have.'}
        </p>
      )}
    </div>
  )
}

function PasskeyRow({ passkey, onChange }: { passkey: PasskeyData; onChange: (change: Change) => void }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <span className="min-w-0">
        <span className="block wrap-anywhere">{passkey.name}</span>
        <span className="text-xs text-ink-soft">
          Added <LocalDate iso={passkey.createdAt} />
          {passkey.lastUsedAt ? (
            <>
              , last used <LocalDate iso={passkey.lastUsedAt} />
            </>
          ) : (
            ', not used yet'
          )}
        </span>
      </span>
      <span className="flex gap-2">
        <Button
          size="sm"
          variant="quiet"
          aria-label={`Rename ${passkey.name}`}
          onClick={() => onChange({ kind: 'rename', passkey })}
        >
          Rename
        </Button>
        <Button
          size="sm"
          variant="quiet"
          aria-label={`Remove ${passkey.name}`}
          onClick={() => onChange({ kind: 'remove', passkey })}
        >
          Remove
        </Button>
      </span>
    </li>
  )
}

const LABELS = { add: 'Add passkey', rename: 'Save name', remove: 'Remove passkey' } as const

function ChangeForm(props: {
  change: Change
  hasPassword: boolean
  onCancel: () => void
  onDone: () => void
}) {
  const { change, hasPassword, onCancel, onDone } = props
  const [name, setName] = useState(change.kind === 'add' ? '' : change.passkey.name)
  const [password, setPassword] = useState('')
  const needsPassword = hasPassword && change.kind !== 'rename'
  const { isBusy, problem, submit } = useChange({
    change,
    name,
    password: needsPassword ? password : undefined,
    onDone,
  })

  return (
    <form noValidate onSubmit={submit} className="flex max-w-md flex-col gap-5">
      {change.kind === 'remove' ? (
        <p className="text-sm wrap-anywhere">
          “{change.passkey.name}” will no longer sign in to your account.
        </p>
      ) : (
        <Field
          label="Name"
          hint="Such as “My phone”."
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      )}
      {needsPassword && (
        <Field
          label="Current password"
          hint="To confirm that it’s you."
          type="password"
          autoComplete="current-password"
          maxLength={128}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      )}
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          {LABELS[change.kind]}
        </Button>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function useChange(input: {
  change: Change
  name: string
  /** Undefined if none is needed. */
  password: string | undefined
  onDone: () => void
}) {
  const { change, name, password, onDone } = input
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function send(): Promise<void> {
    setIsBusy(true)
    try {
      if (password !== undefined) await call('POST /users/confirmPassword', { body: { data: { password } } })
      toast.success((await perform(change, name)).message)
      onDone()
    } catch (error) {
      setProblem(explainProblem(error, change))
      setIsBusy(false)
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (name.trim() === '') setProblem('Enter a name, such as the device that it’s on.')
    else void send()
  }

  return { isBusy, problem, submit }
}

function perform(change: Change, name: string): Promise<Readonly<{ message: string }>> {
  if (change.kind === 'add') return createPasskey(name.trim())
  const params = { id: change.passkey.id }
  if (change.kind === 'remove') return call('POST /users/passkeys/{id}/remove', { params })
  return call('POST /users/passkeys/{id}/rename', { params, body: { data: { name: name.trim() } } })
}

function explainProblem(error: unknown, { kind }: Change): string {
  if (kind === 'add') return explainPasskeyFailure(error)
  return isApiFailure(error) ? error.message : 'Something went wrong. Please try again.'
}
