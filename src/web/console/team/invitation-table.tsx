import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { formatDay } from '../data/format.ts'
import { Action } from '../parts/button.tsx'
import { Status } from '../parts/status.tsx'
import { type DataColumn, DataTable } from '../table/data-table.tsx'
import { formatRoles } from './role-texts.ts'
import { type Invitation, showTeam } from './use-team.ts'

/** Renders the pending invitations, which can be sent again or revoked. */
export function InvitationTable({ invitations }: { invitations: readonly Invitation[] }) {
  return (
    <DataTable
      label="Invitations"
      columns={COLUMNS}
      items={invitations}
      getId={({ id }) => id}
      getName={({ email }) => email}
      card={(invitation) => (
        <div className="flex flex-col gap-2 text-sm">
          <div>
            <p className="font-semibold wrap-anywhere">{invitation.email}</p>
            <p className="text-xs text-ink-soft">
              {formatRoles(invitation.roles)} · <Expiry invitation={invitation} />
            </p>
          </div>
          <InvitationActions invitation={invitation} />
        </div>
      )}
    />
  )
}

const COLUMNS: readonly DataColumn<Invitation>[] = [
  { id: 'email', title: 'Email', cell: ({ email }) => <span className="font-semibold">{email}</span> },
  { id: 'role', title: 'Role', cell: ({ roles }) => formatRoles(roles) },
  {
    id: 'sent',
    title: 'Sent',
    cell: ({ sentAt }) => <span className="text-ink-soft">{formatDay(sentAt)}</span>,
  },
  { id: 'expires', title: 'Expires', cell: (invitation) => <Expiry invitation={invitation} /> },
  {
    id: 'actions',
    title: 'Actions',
    className: 'text-end',
    cell: (invitation) => <InvitationActions invitation={invitation} />,
  },
]

function Expiry({ invitation: { isExpired, expiresAt } }: { invitation: Invitation }) {
  return isExpired ? <Status tone="bad">Expired</Status> : formatDay(expiresAt)
}

function InvitationActions({ invitation: { id, email } }: { invitation: Invitation }) {
  const [busy, setBusy] = useState<'resend' | 'revoke'>()

  async function perform(name: 'resend' | 'revoke'): Promise<void> {
    setBusy(name)
    try {
      const answer =
        name === 'resend'
          ? await call('POST /team/invitations/{id}/resend', { params: { id } })
          : await call('POST /team/invitations/{id}/revoke', { params: { id } })
      showTeam(answer)
      toast.success(
        name === 'resend'
          ? `A new link is on its way to ${email}.`
          : `The invitation to ${email} was revoked. Its link no longer works.`,
      )
    } catch (error) {
      toast.error(explainError(error, 'We couldn’t update the invitation. Please try again in a moment.'))
    }
    setBusy(undefined)
  }

  return (
    <span className="inline-flex gap-2">
      <Action isSmall busy={busy === 'resend'} onClick={() => void perform('resend')}>
        Send again<span className="sr-only"> to {email}</span>
      </Action>
      <Action isSmall busy={busy === 'revoke'} onClick={() => void perform('revoke')}>
        Revoke<span className="sr-only"> the invitation to {email}</span>
      </Action>
    </span>
  )
}
