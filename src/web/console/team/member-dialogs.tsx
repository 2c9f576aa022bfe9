import { useState } from 'react'
import type { MemberRole } from '#core/access/permissions.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { forgetBusiness } from '#web/app/session/choose-business.ts'
import { toast } from '#web/app/toast.ts'
import { Field } from '#web/ui/field.tsx'
import { BUSINESSES_KEY, consoleQueries } from '../data/console-data.tsx'
import { useBusiness } from '../frame/business.tsx'
import { FormDialog } from '../parts/dialog.tsx'
import { RolePicker } from './role-picker.tsx'
import { type Member, showTeam } from './use-team.ts'

type DialogProps = Readonly<{ member: Member; onClose: () => void }>

const explain = (error: unknown) =>
  explainError(error, 'We couldn’t update the team member. Please try again in a moment.')

/** Renders the dialog that changes a member's roles. */
export function RolesDialog({ member, onClose }: DialogProps) {
  const [roles, setRoles] = useState<readonly MemberRole[]>(
    member.roles.filter((role): role is MemberRole => role !== 'owner'),
  )
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Change the role of ${member.name}`}
      text="The change applies immediately. We email them."
      submitLabel="Save role"
      canSubmit={roles.length > 0}
      onSubmit={async () => {
        const params = { id: member.id }
        showTeam(await call('POST /team/members/{id}/roles', { params, body: { roles: [...roles] } }))
        toast.success(`The role of ${member.name} has changed.`)
      }}
      explain={explain}
    >
      <RolePicker roles={roles} onChange={setRoles} />
    </FormDialog>
  )
}

/** Renders the dialog that removes a member, with its consequences. */
export function RemoveDialog({ member, onClose }: DialogProps) {
  const { business } = useBusiness()
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Remove ${member.name} from the team?`}
      text={`They lose access to ${business.name} immediately, including on devices where they’re signed in. Their past changes stay under their name. We email them, and you can invite them again.`}
      submitLabel="Remove member"
      variant="danger"
      onSubmit={async () => {
        showTeam(await call('POST /team/members/{id}/remove', { params: { id: member.id } }))
        toast.success(`${member.name} is no longer in the team.`)
      }}
      explain={explain}
    />
  )
}

/** Renders the dialog that transfers ownership to a member, with the password. */
export function TransferDialog({ member, onClose }: DialogProps) {
  const { business } = useBusiness()
  const [password, setPassword] = useState('')
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Make ${member.name} the owner?`}
      text={`${member.name} will own ${business.name}, with its money, bank account and team. You stay in the team with all other roles. Only the new owner can undo this.`}
      submitLabel="Transfer ownership"
      variant="danger"
      canSubmit={password !== ''}
      onSubmit={async () => {
        showTeam(await call('POST /team/transfer', { body: { member: member.id, password } }))
        await consoleQueries.invalidateQueries({ queryKey: [BUSINESSES_KEY] })
        toast.success(`${member.name} now owns ${business.name}.`)
      }}
      explain={explain}
    >
      <Field
        label="Your password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </FormDialog>
  )
}

/** Renders the dialog in which the user leaves the team. */
export function LeaveDialog({ onClose }: { onClose: () => void }) {
  const { business } = useBusiness()
  const go = useNavigateTo()
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Leave the team of ${business.name}?`}
      text="You lose access to its dashboard immediately, and we notify the owner. Your own account, orders and messages aren’t affected."
      submitLabel="Leave team"
      variant="danger"
      onSubmit={async () => {
        await call('POST /team/leave')
        forgetBusiness()
        consoleQueries.clear()
        toast.success(`You’ve left the team of ${business.name}.`)
        await go('/dashboard')
      }}
      explain={explain}
    />
  )
}
