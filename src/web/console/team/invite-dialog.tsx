import { useEffect, useRef, useState } from 'react'
import type { MemberRole } from '#core/access/permissions.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '../parts/dialog.tsx'
import { RolePicker } from './role-picker.tsx'
import { showTeam } from './use-team.ts'

/** Renders the dialog that invites a member by email. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [roles, setRoles] = useState<readonly MemberRole[]>([])
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Invite a member"
      text="We email a link that expires in seven days. They join with an account for this address, or create one."
      submitLabel="Send invitation"
      canSubmit={email.trim() !== '' && roles.length > 0}
      onSubmit={async () => {
        showTeam(await call('POST /team/invitations', { body: { email, roles: [...roles] } }))
        toast.success(`The invitation to ${email.trim()} is on its way.`)
      }}
      explain={(error) =>
        explainError(error, 'We couldn’t send the invitation. Please try again in a moment.')
      }
    >
      <Field
        ref={field}
        label="Email address"
        type="email"
        autoComplete="off"
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <RolePicker roles={roles} onChange={setRoles} />
    </FormDialog>
  )
}
