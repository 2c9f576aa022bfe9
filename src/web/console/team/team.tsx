import { UserPlus } from 'lucide'
import { useState } from 'react'
import { Loaded } from '../data/console-data.tsx'
import { useBusiness } from '../frame/business.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { Action } from '../parts/button.tsx'
import { Panel } from '../parts/panel.tsx'
import { InvitationTable } from './invitation-table.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { LeaveDialog } from './member-dialogs.tsx'
import { MemberTable } from './member-table.tsx'
import { listRoles } from './role-texts.ts'
import { useTeam } from './use-team.ts'

/** Renders the team of a business: members, invitations, and the permissions of roles. */
export function Team() {
  const { can, business } = useBusiness()
  const query = useTeam()
  const [dialog, setDialog] = useState<'invite' | 'leave'>()
  const close = () => setDialog(undefined)
  const isOwner = business.roles.includes('owner')
  return (
    <>
      <PageHead title="Team" isBar={can('team:write')}>
        {can('team:write') && (
          <Action variant="primary" icon={UserPlus} onClick={() => setDialog('invite')}>
            Invite a member
          </Action>
        )}
        {!isOwner && <Action onClick={() => setDialog('leave')}>Leave team</Action>}
      </PageHead>
      <div className="flex flex-col gap-4">
        <Loaded query={query}>
          {({ members, invitations }) => (
            <>
              <Panel title="Members" hint={members.length} isFlush>
                <MemberTable members={members} />
              </Panel>
              {invitations.length > 0 && (
                <Panel title="Invitations" hint="waiting for an answer" isFlush>
                  <InvitationTable invitations={invitations} />
                </Panel>
              )}
            </>
          )}
        </Loaded>
        <Roles />
      </div>
      {dialog === 'invite' && <InviteDialog onClose={close} />}
      {dialog === 'leave' && <LeaveDialog onClose={close} />}
    </>
  )
}

function Roles() {
  const { type } = useBusiness().business
  return (
    <Panel title="What each role can do" hint="a member can have several">
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
        {listRoles(type).map(({ role, title, about }) => (
          <div key={role} className="contents">
            <dt className="font-semibold max-sm:-mb-2">{title}</dt>
            <dd className="max-w-prose text-ink-soft">{about}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
