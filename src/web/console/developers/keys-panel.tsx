import { Plus } from 'lucide'
import { useMemo, useState } from 'react'
import { MAX_SHOWN } from '#core/shown-rows.ts'
import { call } from '#web/app/calls/api.ts'
import { Loaded, SkeletonRows } from '../data/console-data.tsx'
import { formatDateTime, formatDay } from '../data/format.ts'
import { Action } from '../parts/button.tsx'
import { FormDialog } from '../parts/dialog.tsx'
import { Empty, LimitNote, Panel } from '../parts/panel.tsx'
import { Status, type StatusTone } from '../parts/status.tsx'
import { type DataColumn, DataTable } from '../table/data-table.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { SecretDialog, type NewSecret } from './secret-dialog.tsx'
import { type ApiKey, useApiKeys, useDeveloperAction } from './use-developers.ts'

/** Renders the API keys of a business, with their last use, to create and revoke. */
export function KeysPanel() {
  const query = useApiKeys()
  const [isCreating, setIsCreating] = useState(false)
  const [secret, setSecret] = useState<NewSecret>()
  return (
    <Panel
      title="API keys"
      isFlush
      aside={
        <Action variant="primary" icon={Plus} onClick={() => setIsCreating(true)}>
          Create key
        </Action>
      }
    >
      <Loaded query={query} skeleton={<SkeletonRows count={3} />}>
        {({ keys, scopes }) => (
          <>
            {keys.length === 0 ? (
              <Empty
                title="No API keys yet"
                text="With a key your own programs can read and change what its scopes allow, without your password."
              />
            ) : (
              <KeyTable keys={keys} />
            )}
            <LimitNote
              count={keys.length}
              limit={MAX_SHOWN.keys}
              text={`${MAX_SHOWN.keys} keys are shown: all valid ones, and the newest of the others.`}
              isFlush
            />
            {isCreating && (
              <KeyDialog
                scopes={scopes}
                onClose={() => setIsCreating(false)}
                onCreated={({ key, token }) =>
                  setSecret({ title: 'Your new API key', label: key.name, text: token })
                }
              />
            )}
          </>
        )}
      </Loaded>
      <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
    </Panel>
  )
}

const STATES: Readonly<Record<ApiKey['state'], Readonly<{ label: string; tone: StatusTone }>>> = {
  active: { label: 'Active', tone: 'good' },
  expired: { label: 'Expired', tone: 'plain' },
  revoked: { label: 'Revoked', tone: 'plain' },
  unusable: { label: 'Its member has left', tone: 'bad' },
}

function KeyTable({ keys }: { keys: readonly ApiKey[] }) {
  const [revoked, setRevoked] = useState<ApiKey>()
  const columns = useMemo(() => toColumns(setRevoked), [])
  return (
    <>
      <DataTable
        label="API keys"
        columns={columns}
        items={keys}
        getId={({ id }) => id}
        getName={({ name }) => name}
        card={(key) => (
          <div className="flex flex-col gap-1.5 text-sm">
            <p className="flex flex-wrap items-center justify-between gap-2">
              <KeyName apiKey={key} />
              <KeyState state={key.state} />
            </p>
            <p className="text-xs text-ink-soft">
              Last used: {formatUse(key.lastUsedAt)} · Expires:{' '}
              {key.expiresAt ? formatDay(key.expiresAt) : 'never'}
            </p>
            <Scopes scopes={key.scopes} />
            <RevokeAction apiKey={key} onRevoke={() => setRevoked(key)} />
          </div>
        )}
      />
      {revoked && <RevokeDialog apiKey={revoked} onClose={() => setRevoked(undefined)} />}
    </>
  )
}

function toColumns(onRevoke: (key: ApiKey) => void): readonly DataColumn<ApiKey>[] {
  return [
    { id: 'name', title: 'Name', cell: (key) => <KeyName apiKey={key} /> },
    { id: 'state', title: 'State', cell: ({ state }) => <KeyState state={state} /> },
    { id: 'scopes', title: 'Scopes', cell: ({ scopes }) => <Scopes scopes={scopes} /> },
    {
      id: 'limit',
      title: 'Limit',
      cell: ({ callsPerMinute }) => <span className="whitespace-nowrap">{callsPerMinute} a minute</span>,
    },
    { id: 'used', title: 'Last used', cell: ({ lastUsedAt }) => formatUse(lastUsedAt) },
    {
      id: 'expires',
      title: 'Expires',
      cell: ({ expiresAt }) => (expiresAt ? formatDay(expiresAt) : 'Never'),
    },
    {
      id: 'actions',
      title: 'Actions',
      cell: (key) => <RevokeAction apiKey={key} onRevoke={() => onRevoke(key)} />,
    },
  ]
}

function formatUse(lastUsedAt: string | null): string {
  return lastUsedAt ? formatDateTime(lastUsedAt) : 'Never'
}

function KeyName({ apiKey }: { apiKey: ApiKey }) {
  return (
    <span>
      <span className="block font-semibold">{apiKey.name}</span>
      <span className="block font-mono text-xs text-ink-soft">{apiKey.prefix}…</span>
    </span>
  )
}

function KeyState({ state }: Pick<ApiKey, 'state'>) {
  const { label, tone } = STATES[state]
  return <Status tone={tone}>{label}</Status>
}

function Scopes({ scopes }: Pick<ApiKey, 'scopes'>) {
  const [first, ...others] = scopes
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  return (
    <span className="text-xs" title={scopes.join('\n')}>
      <span className="font-mono">{first}</span>
      {more}
    </span>
  )
}

function RevokeAction({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  if (apiKey.state === 'revoked') return null
  return (
    <Action isSmall aria-label={`Revoke ${apiKey.name}`} onClick={onRevoke} className="self-start">
      Revoke …
    </Action>
  )
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { perform } = useDeveloperAction()
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Revoke ${apiKey.name}?`}
      text="Programs that use this key will no longer work. This can’t be undone."
      submitLabel="Revoke key"
      variant="danger"
      onSubmit={async () => {
        await perform(() => call('POST /developers/keys/{id}/revoke', { params: { id: apiKey.id } }))
      }}
      explain={() => 'We couldn’t revoke the key. Please try again in a moment.'}
    />
  )
}
