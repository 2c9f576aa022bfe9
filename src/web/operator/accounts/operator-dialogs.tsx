import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type OperatorRole, ROLE_TITLES } from '#core/access/permissions.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { withPassword } from '#web/console/frame/password-prompt.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Checkbox, Field } from '#web/ui/field.tsx'
import { ROLE_TEXTS } from './account-texts.ts'
import type { Operator } from './operators-index.tsx'

const explain = (error: unknown) =>
  explainError(error, 'We couldn’t save the operator. Please try again in a moment.')

/** Renders the dialog that creates an operator with name, email address and roles. */
export function InviteOperatorDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const [form, setForm] = useState({ firstName: '', lastName: '', email: '' })
  const [roles, setRoles] = useState<readonly OperatorRole[]>([])
  const field = (name: keyof typeof form, label: string, autoComplete = 'off') => (
    <Field
      label={label}
      type={name === 'email' ? 'email' : 'text'}
      autoComplete={autoComplete}
      maxLength={name === 'email' ? 254 : 100}
      value={form[name]}
      onChange={(event) => setForm({ ...form, [name]: event.target.value })}
    />
  )
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Invite operator"
      text="We email a link to set a password. Operators set up two-factor sign-in when they first sign in."
      submitLabel="Send invitation"
      canSubmit={roles.length > 0 && Object.values(form).every((text) => text.trim() !== '')}
      onSubmit={async () => {
        const body = { ...form, roles: [...roles] }
        const { message } = await withPassword(() => call('POST /operator/operators', { body }))
        await queries.invalidateQueries({ queryKey: ['operator', 'operators'] })
        toast.success(message)
      }}
      explain={explain}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {field('firstName', 'First name')}
        {field('lastName', 'Last name')}
      </div>
      {field('email', 'Email')}
      <OperatorRolePicker roles={roles} onChange={setRoles} />
    </FormDialog>
  )
}

/** Renders the dialog that changes an operator's roles. */
export function RolesDialog({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const queries = useQueryClient()
  const [roles, setRoles] = useState<readonly OperatorRole[]>(operator.roles)
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Role of ${operator.name}`}
      text="The change applies immediately. We email the operator."
      submitLabel="Save"
      canSubmit={roles.length > 0}
      onSubmit={async () => {
        const { message } = await withPassword(() =>
          call('POST /operator/operators/{id}/roles', {
            params: { id: operator.id },
            body: { roles: [...roles] },
          }),
        )
        await queries.invalidateQueries({ queryKey: ['operator'] })
        toast.success(message)
      }}
      explain={explain}
    >
      <OperatorRolePicker roles={roles} onChange={setRoles} />
    </FormDialog>
  )
}

function OperatorRolePicker(props: {
  roles: readonly OperatorRole[]
  onChange: (roles: readonly OperatorRole[]) => void
}) {
  const { roles, onChange } = props

  /** Toggles a role; owners have every permission, so that role excludes all others. */
  function toggle(role: OperatorRole, isChosen: boolean): void {
    if (!isChosen) return onChange(roles.filter((one) => one !== role))
    onChange(role === 'owner' ? ['owner'] : [...roles.filter((one) => one !== 'owner'), role])
  }

  return (
    <fieldset>
      <legend className="mb-1.5 text-sm">Role</legend>
      <div className="flex flex-col gap-2">
        {ROLE_TEXTS.map(({ role, about }) => (
          <Checkbox
            key={role}
            label={
              <>
                <span className="block font-semibold">{ROLE_TITLES[role]}</span>
                <span className="block text-xs text-ink-soft">{about}</span>
              </>
            }
            checked={roles.includes(role)}
            onChange={(event) => toggle(role, event.target.checked)}
            className="cursor-pointer rounded-md border border-line-strong px-3 py-2.5 hover:border-ink has-checked:border-accent has-checked:bg-accent-mist has-focus-visible:outline-2 has-focus-visible:outline-accent"
          />
        ))}
      </div>
    </fieldset>
  )
}
