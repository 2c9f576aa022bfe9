import type { UseQueryResult } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { MAX_SHOWN } from '#core/shown-rows.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { formatDateTime } from '#web/console/data/format.ts'
import { Action } from '#web/console/parts/button.tsx'
import { LeaveDialog } from '#web/console/parts/leave-dialog.tsx'
import { LimitNote, Panel } from '#web/console/parts/panel.tsx'
import { Link } from '#web/ui/link.tsx'
import { OPERATOR } from '../console/addresses.ts'
import { useOperatorRoles } from '../console/operator-roles.tsx'
import { SettingsHead } from './settings-head.tsx'

type SettingData = Readonly<{
  version: number
  history: readonly Readonly<{ changes: readonly string[]; savedAt: string; savedBy: string }>[]
}>

/** Renders a page of settings: its form, and past changes beside it. */
export function SettingPage<Data extends SettingData>(props: {
  current: Parameters<typeof SettingsHead>[0]['current']
  query: UseQueryResult<Data>
  children: (data: Data) => ReactNode
}) {
  return (
    <>
      <SettingsHead current={props.current} />
      <Loaded query={props.query} skeleton={<SkeletonRows />}>
        {(data) => (
          <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
            <div key={data.version} className="min-w-0">
              {props.children(data)}
            </div>
            <SettingHistory history={data.history} />
          </div>
        )}
      </Loaded>
    </>
  )
}

/** Renders the past changes of a setting, latest first. */
export function SettingHistory({ history }: Pick<SettingData, 'history'>) {
  return (
    <Panel title="History">
      <History history={history} />
      <EarlierVersions count={history.length} />
    </Panel>
  )
}

/** Renders a note below a cut-off history, with a link to the audit log, which has all changes. */
export function EarlierVersions({ count }: { count: number }) {
  const text = (
    <>
      The newest {MAX_SHOWN.versions} are shown. All changes are in the{' '}
      <Link href={`${OPERATOR.audit}?kind=settings`} className="text-link">
        audit log
      </Link>
      .
    </>
  )
  return <LimitNote count={count} limit={MAX_SHOWN.versions} text={text} />
}

function History({ history }: Pick<SettingData, 'history'>) {
  if (history.length === 0) return <p className="text-sm text-ink-soft">No changes yet.</p>
  return (
    <ol className="flex flex-col gap-4 text-sm">
      {history.map(({ changes, savedAt, savedBy }) => (
        <li key={savedAt}>
          <p className="text-xs text-ink-soft">
            {formatDateTime(savedAt)} · {savedBy || 'Closed account'}
          </p>
          {changes.map((change) => (
            <p key={change} className="wrap-anywhere">
              {change}
            </p>
          ))}
        </li>
      ))}
    </ol>
  )
}

/** Renders a settings form with its buttons; operators with read-only permission get none. */
export function SettingForm(props: {
  /** Whether the operator can save; by default it depends on the permission to change settings. */
  canWrite?: boolean
  isChanged: boolean
  isBusy: boolean
  onSave: () => void
  onDiscard: () => void
  children: (isReadOnly: boolean) => ReactNode
}) {
  const { isChanged, isBusy, onSave, onDiscard } = props
  const canWriteSettings = useOperatorRoles().can('settings:write')
  const canWrite = props.canWrite ?? canWriteSettings

  function submit(event: FormEvent): void {
    event.preventDefault()
    onSave()
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <LeaveDialog isDirty={() => isChanged && !isBusy} text="Your changes to these settings will be lost." />
      {props.children(!canWrite)}
      {canWrite && (
        <div className="flex flex-wrap gap-2">
          <Action type="submit" variant="primary" busy={isBusy} disabled={!isChanged}>
            Save
          </Action>
          {isChanged && <Action onClick={onDiscard}>Discard changes</Action>}
        </div>
      )}
    </form>
  )
}
