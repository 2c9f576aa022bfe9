import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ROLE_TITLES } from '#core/access/permissions.ts'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatDateTime, formatDay } from '#web/console/data/format.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { type DataColumn, DataTable } from '#web/console/table/data-table.tsx'
import { Link } from '#web/ui/link.tsx'
import { accountAddress } from '../console/addresses.ts'
import type { SectionProps } from '../console/operator-page.tsx'
import { InviteOperatorDialog, RolesDialog } from './operator-dialogs.tsx'

/** An operator in the list. */
export type Operator = AnswerTo<'GET /operator/operators'>['operators'][number]

/** Renders the operators with their roles, to change them and to invite others. */
export function OperatorsIndex(_props: SectionProps) {
  const query = useQuery({
    queryKey: ['operator', 'operators'],
    queryFn: async ({ signal }) => (await call('GET /operator/operators', {}, { signal })).operators,
  })
  const [isInviting, setIsInviting] = useState(false)
  const [changed, setChanged] = useState<Operator>()
  return (
    <>
      <PageHead title="Operators" isBar>
        <Action variant="primary" onClick={() => setIsInviting(true)}>
          Invite operator
        </Action>
      </PageHead>
      <div className="console-panel">
        <Loaded query={query}>
          {(operators) => (
            <DataTable
              label="Operators"
              columns={getColumns(setChanged)}
              items={operators}
              getId={({ id }) => id}
              getName={({ name }) => name}
              card={(one) => <OperatorCard one={one} onChange={() => setChanged(one)} />}
            />
          )}
        </Loaded>
      </div>
      {isInviting && <InviteOperatorDialog onClose={() => setIsInviting(false)} />}
      {changed && <RolesDialog operator={changed} onClose={() => setChanged(undefined)} />}
    </>
  )
}

function getColumns(onChange: (operator: Operator) => void): readonly DataColumn<Operator>[] {
  return [
    {
      id: 'name',
      title: 'Operator',
      cell: ({ id, name, email }) => (
        <>
          <Link href={accountAddress(id)} className="font-semibold hover:underline">
            {name}
          </Link>
          <span className="block text-xs wrap-anywhere text-ink-soft">{email}</span>
        </>
      ),
    },
    { id: 'roles', title: 'Role', cell: formatRoles },
    { id: 'factor', title: 'Two-factor sign-in', cell: (one) => <FactorState one={one} /> },
    {
      id: 'seen',
      title: 'Last seen',
      cell: ({ lastSeenAt }) => (lastSeenAt === null ? 'Never' : formatDateTime(lastSeenAt)),
    },
    { id: 'since', title: 'Since', cell: ({ createdAt }) => formatDay(createdAt) },
    {
      id: 'change',
      title: 'Actions',
      cell: (one) => (
        <Action aria-label={`Change role: ${one.name}`} onClick={() => onChange(one)}>
          Change role
        </Action>
      ),
    },
  ]
}

function formatRoles({ roles }: Pick<Operator, 'roles'>): string {
  return roles.map((role) => ROLE_TITLES[role]).join(', ')
}

function FactorState({ one: { secondFactorSince } }: { one: Operator }) {
  return secondFactorSince === null ? (
    <Status tone="wait">Not set up</Status>
  ) : (
    <Status tone="good">On</Status>
  )
}

function OperatorCard({ one, onChange }: { one: Operator; onChange: () => void }) {
  return (
    <div className="text-sm">
      <Link href={accountAddress(one.id)} className="font-semibold">
        {one.name}
      </Link>
      <p className="text-xs wrap-anywhere text-ink-soft">
        {one.email} · {formatRoles(one)}
      </p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <FactorState one={one} />
        <Action aria-label={`Change role: ${one.name}`} onClick={onChange}>
          Change role
        </Action>
      </div>
    </div>
  )
}
