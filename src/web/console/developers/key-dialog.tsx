import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo, InputOf } from '#web/app/calls/endpoints.ts'
import { Field, Select } from '#web/ui/field.tsx'
import { withPassword } from '../frame/password-prompt.tsx'
import { FormDialog } from '../parts/dialog.tsx'
import { CheckList } from './check-list.tsx'
import { useRefresh } from './use-developers.ts'

type Body = InputOf<'POST /developers/keys'>['body']

const EXPIRIES: readonly Readonly<{ value: Body['expiresInDays']; label: string }>[] = [
  { value: 90, label: 'In 90 days' },
  { value: 30, label: 'In 30 days' },
  { value: 365, label: 'In a year' },
  { value: null, label: 'Never' },
]

/** Renders the dialog that creates an API key with name, scopes, rate limit and expiry. */
export function KeyDialog(props: {
  scopes: readonly string[]
  onClose: () => void
  onCreated: (created: AnswerTo<'POST /developers/keys'>) => void
}) {
  const { scopes, onClose, onCreated } = props
  const refresh = useRefresh()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [bounds, setBounds] = useState<Bounds>({ callsPerMinute: '120', expiry: 0 })
  return (
    <FormDialog
      isOpen
      isWide
      onClose={onClose}
      title="Create an API key"
      text="Give it only the scopes that your program needs. Its actions are logged under your name."
      submitLabel="Create key"
      canSubmit={name.trim() !== '' && chosen.length > 0 && isLimitGood(bounds)}
      onSubmit={async () => {
        const body: Body = {
          name,
          // They are the scopes from the server's response.
          scopes: chosen as Body['scopes'],
          callsPerMinute: Number(bounds.callsPerMinute),
          expiresInDays: EXPIRIES[bounds.expiry]?.value ?? null,
        }
        onCreated(await withPassword(() => call('POST /developers/keys', { body })))
        await refresh()
      }}
      explain={(error) => explainError(error, 'We couldn’t create the key. Please try again in a moment.')}
    >
      <Field
        label="Name"
        hint="Where you use it, such as “Warehouse system”."
        maxLength={60}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <CheckList
        legend="Scopes"
        options={scopes.map((value) => ({ value, label: value }))}
        chosen={chosen}
        onChange={setChosen}
      />
      <BoundsFields bounds={bounds} onChange={setBounds} />
    </FormDialog>
  )
}

/** The limits of a key: its rate limit, and its expiry, an entry of `EXPIRIES`. */
type Bounds = Readonly<{ callsPerMinute: string; expiry: number }>

function isLimitGood({ callsPerMinute }: Bounds): boolean {
  const limit = Number(callsPerMinute)
  return Number.isInteger(limit) && limit >= 1 && limit <= 600
}

function BoundsFields({ bounds, onChange }: { bounds: Bounds; onChange: (bounds: Bounds) => void }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Calls a minute"
        inputMode="numeric"
        error={isLimitGood(bounds) ? undefined : 'Enter a whole number from 1 to 600.'}
        value={bounds.callsPerMinute}
        onChange={(event) => onChange({ ...bounds, callsPerMinute: event.target.value })}
      />
      <Select
        label="Expires"
        value={bounds.expiry}
        onChange={(event) => onChange({ ...bounds, expiry: Number(event.target.value) })}
      >
        {EXPIRIES.map(({ label }, index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  )
}
