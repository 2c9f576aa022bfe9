import { useState } from 'react'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { formatDateTime } from '#web/console/data/format.ts'
import { Action } from '#web/console/parts/button.tsx'
import { ConsoleDialog } from '#web/console/parts/dialog.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { EarlierVersions } from './setting-page.tsx'

type Version = AnswerTo<'GET /operator/settings/legal-texts/{name}'>['history'][number]

/** Renders the versions of a legal text, to read; `onUse` loads one into the editor. */
export function LegalHistory(props: {
  history: readonly Version[]
  onUse: ((version: Version) => void) | undefined
}) {
  const { history, onUse } = props
  const [open, setOpen] = useState<Version>()
  const close = () => setOpen(undefined)
  return (
    <Panel title="History">
      {history.length === 0 && (
        <p className="text-sm text-ink-soft">
          No saved versions yet. The text comes from a file on the server.
        </p>
      )}
      <ol className="flex flex-col divide-y divide-line text-sm">
        {history.map((version) => (
          <li key={version.version} className="flex items-center justify-between gap-3 py-2">
            <div className="min-w-0">
              <p className="font-medium">{version.version}</p>
              <p className="text-xs wrap-anywhere text-ink-soft">
                {version.validFrom === null
                  ? 'From the beginning'
                  : `${formatDateTime(version.validFrom)}, by ${version.savedBy || 'a closed account'}`}
              </p>
            </div>
            <Action isSmall aria-label={`Read version ${version.version}`} onClick={() => setOpen(version)}>
              Read
            </Action>
          </li>
        ))}
      </ol>
      <EarlierVersions count={history.length} />
      <ConsoleDialog
        isOpen={open !== undefined}
        onClose={close}
        title={`Version ${open?.version ?? ''}`}
        isWide
      >
        <p className="mb-2 text-sm font-semibold">{open?.title}</p>
        <pre className="rounded-md border border-line bg-paper p-4 text-xs wrap-anywhere whitespace-pre-wrap">
          {open?.body}
        </pre>
        {onUse && open && (
          <div className="mt-4 flex justify-end">
            <Action
              onClick={() => {
                onUse(open)
                close()
              }}
            >
              Edit this version
            </Action>
          </div>
        )}
      </ConsoleDialog>
    </Panel>
  )
}
