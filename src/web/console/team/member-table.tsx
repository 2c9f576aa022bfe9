import { Crown, Ellipsis, UserMinus, UserPen } from 'lucide'
import { useState } from 'react'
import { formatDay } from '../data/format.ts'
import { useCan } from '../frame/business.tsx'
import { IconAction } from '../parts/button.tsx'
import { Menu, MenuItem, MenuLine } from '../parts/menu.tsx'
import { Status } from '../parts/status.tsx'
import { type DataColumn, DataTable } from '../table/data-table.tsx'
import { RemoveDialog, RolesDialog, TransferDialog } from './member-dialogs.tsx'
import { formatRoles } from './role-texts.ts'
import type { Member } from './use-team.ts'

const DIALOGS = { roles: RolesDialog, transfer: TransferDialog, remove: RemoveDialog } as const

type OpenDialog = Readonly<{ name: keyof typeof DIALOGS; member: Member }>

/** Renders the members of a team, with the owner's actions on each. */
export function MemberTable({ members }: { members: readonly Member[] }) {
  const can = useCan()
  const [open, setOpen] = useState<OpenDialog>()
  const Dialog = open && DIALOGS[open.name]
  const menu = (member: Member) =>
    can('team:write') && !member.roles.includes('owner') ? (
      <MemberMenu member={member} onChoose={(name) => setOpen({ name, member })} />
    ) : null
  const columns: readonly DataColumn<Member>[] = [
    ...COLUMNS,
    { id: 'actions', title: 'Actions', className: 'w-14 text-end', cell: menu },
  ]
  return (
    <>
      <DataTable
        label="Members"
        columns={can('team:write') ? columns : COLUMNS}
        items={members}
        getId={({ id }) => id}
        getName={({ name }) => name}
        card={(member) => <MemberCard member={member} menu={menu(member)} />}
      />
      {Dialog && <Dialog member={open.member} onClose={() => setOpen(undefined)} />}
    </>
  )
}

const COLUMNS: readonly DataColumn<Member>[] = [
  { id: 'name', title: 'Name', cell: (member) => <MemberName member={member} /> },
  { id: 'email', title: 'Email', cell: ({ email }) => email },
  { id: 'role', title: 'Role', cell: (member) => <MemberRoles member={member} /> },
  {
    id: 'joined',
    title: 'Member since',
    cell: ({ joinedAt }) => <span className="text-ink-soft">{formatDay(joinedAt)}</span>,
  },
]

function MemberName({ member: { name, isYou } }: { member: Member }) {
  return (
    <span className="font-semibold">
      {name}
      {isYou && <span className="ms-1.5 font-normal text-ink-soft">you</span>}
    </span>
  )
}

function MemberRoles({ member: { roles } }: { member: Member }) {
  return roles.includes('owner') ? <Status tone="good">Owner</Status> : formatRoles(roles)
}

function MemberMenu({ member, onChoose }: { member: Member; onChoose: (name: OpenDialog['name']) => void }) {
  return (
    <Menu trigger={<IconAction label={`Actions for ${member.name}`} icon={Ellipsis} />}>
      <MenuItem icon={UserPen} onSelect={() => onChoose('roles')}>
        Change role …
      </MenuItem>
      <MenuItem icon={Crown} onSelect={() => onChoose('transfer')}>
        Make owner …
      </MenuItem>
      <MenuLine />
      <MenuItem icon={UserMinus} isDangerous onSelect={() => onChoose('remove')}>
        Remove from team …
      </MenuItem>
    </Menu>
  )
}

function MemberCard({ member, menu }: { member: Member; menu: React.ReactNode }) {
  return (
    <div className="flex items-start gap-2 text-sm">
      <div className="min-w-0 flex-1">
        <MemberName member={member} />
        <p className="truncate text-xs text-ink-soft">{member.email}</p>
        <p className="mt-1">
          <MemberRoles member={member} />
        </p>
      </div>
      {menu}
    </div>
  )
}
