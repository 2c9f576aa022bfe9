import { KeyRound, Pause, Pencil, Play, Send, Trash2 } from 'lucide'
import { useState } from 'react'
import { call } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { usePages } from '../data/pages.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { SkeletonRows } from '../data/console-data.tsx'
import { Action } from '../parts/button.tsx'
import { FormDialog } from '../parts/dialog.tsx'
import { Menu, MenuItem, MenuLine } from '../parts/menu.tsx'
import { Panel } from '../parts/panel.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { EndpointDialog } from './endpoint-dialog.tsx'
import { EndpointState } from './endpoints-panel.tsx'
import { SecretDialog, type NewSecret } from './secret-dialog.tsx'
import {
  DELIVERIES_KEY,
  toDevelopersAddress,
  useDeveloperAction,
  useWebhookEndpoints,
  type WebhookEndpoint,
} from './use-developers.ts'
import { formatDateTime } from '../data/format.ts'

const STATES = ['pending', 'delivered', 'failed'] as const

/** The reload interval of deliveries in milliseconds, so that a test's result appears automatically. */
const REFRESH_MS = 5_000

/** Renders a webhook endpoint: its deliveries with every attempt, and its actions. */
export function EndpointDetails({ id, search }: { id: string; search: Readonly<Record<string, string>> }) {
  const state = STATES.find((one) => one === search['state'])
  const query = usePages('GET /developers/webhooks/{id}/deliveries', {
    queryKey: [...DELIVERIES_KEY, id, state],
    input: { params: { id }, query: state ? { state } : {} },
    refetchInterval: REFRESH_MS,
  })
  const endpoint = query.data?.pages[0]?.endpoint
  return (
    <>
      <PageHead
        title={endpoint?.url ?? 'Webhook endpoint'}
        isBar
        back={{ href: toDevelopersAddress(), label: 'API and webhooks' }}
        badge={endpoint && <EndpointState endpoint={endpoint} />}
      >
        {endpoint && <EndpointActions endpoint={endpoint} />}
      </PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-md:pb-20 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
        <DeliveryList endpointId={id} state={state} query={query} />
        {endpoint && <EndpointFacts endpoint={endpoint} />}
        {query.isPending && (
          <Panel title="Endpoint">
            <SkeletonRows count={3} />
          </Panel>
        )}
      </div>
    </>
  )
}

type OpenDialog = 'edit' | 'secret' | 'remove'

function EndpointActions({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { id, state } = endpoint
  const { isBusy, perform } = useDeveloperAction()
  const [dialog, setDialog] = useState<OpenDialog>()
  const [secret, setSecret] = useState<NewSecret>()
  const close = () => setDialog(undefined)
  const params = { id }
  const next = state === 'active' ? 'paused' : 'active'
  return (
    <>
      <Menu trigger={<Action>More</Action>}>
        <MenuItem icon={Pencil} onSelect={() => setDialog('edit')}>
          Change
        </MenuItem>
        <MenuItem icon={KeyRound} onSelect={() => setDialog('secret')}>
          Replace secret
        </MenuItem>
        <MenuItem
          icon={next === 'active' ? Play : Pause}
          onSelect={() =>
            void perform(() =>
              call('POST /developers/webhooks/{id}/state', { params, body: { state: next } }),
            )
          }
        >
          {next === 'active' ? 'Resume' : 'Pause'}
        </MenuItem>
        <MenuLine />
        <MenuItem icon={Trash2} isDangerous onSelect={() => setDialog('remove')}>
          Remove
        </MenuItem>
      </Menu>
      <Action
        variant="primary"
        icon={Send}
        busy={isBusy}
        disabled={state === 'paused'}
        onClick={() => void perform(() => call('POST /developers/webhooks/{id}/test', { params }))}
      >
        Send test event
      </Action>
      {dialog === 'edit' && <EditDialog endpoint={endpoint} onClose={close} />}
      {dialog === 'secret' && <ReplaceSecretDialog id={id} onClose={close} onReplaced={setSecret} />}
      {dialog === 'remove' && <RemoveDialog endpoint={endpoint} onClose={close} />}
      <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
    </>
  )
}

function EditDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const events = useWebhookEndpoints().data?.events
  return events ? <EndpointDialog endpoint={endpoint} events={events} onClose={onClose} /> : null
}

function ReplaceSecretDialog(props: {
  id: string
  onClose: () => void
  onReplaced: (secret: NewSecret) => void
}) {
  const { id, onClose, onReplaced } = props
  const { perform } = useDeveloperAction()
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Replace the signing secret?"
      text="We create a new secret. For 24 hours, webhooks are signed with both secrets so that you don’t miss any."
      submitLabel="Replace secret"
      onSubmit={async () => {
        const answer = await perform(() => call('POST /developers/webhooks/{id}/secret', { params: { id } }))
        if (answer)
          onReplaced({ title: 'The new signing secret', label: 'Signing secret', text: answer.secret })
      }}
      explain={() => 'We couldn’t replace the secret. Please try again in a moment.'}
    />
  )
}

function RemoveDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const { perform } = useDeveloperAction()
  const navigate = useNavigateTo()
  const { pending } = endpoint.counts
  const waiting = pending === 1 ? '1 pending delivery' : `${pending} pending deliveries`
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Remove this endpoint?"
      text={`${pending > 0 ? `${waiting} won’t be sent. ` : ''}This can’t be undone.`}
      submitLabel="Remove endpoint"
      variant="danger"
      onSubmit={async () => {
        const params = { id: endpoint.id }
        const answer = await perform(() => call('POST /developers/webhooks/{id}/remove', { params }))
        if (answer) await navigate(toDevelopersAddress())
      }}
      explain={() => 'We couldn’t remove the endpoint. Please try again in a moment.'}
    />
  )
}

/** Renders the events of an endpoint, and its deliveries of the last seven days. */
function EndpointFacts({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { description, events, counts, problem, createdAt, previousSecretUntil } = endpoint
  const facts = [
    ['Last 7 days', `${counts.delivered} delivered, ${counts.failed} failed, ${counts.pending} waiting`],
    ['Description', description],
    ['Added', formatDateTime(createdAt)],
    ['Old secret signs until', previousSecretUntil ? formatDateTime(previousSecretUntil) : ''],
  ].filter(([, value]) => value !== '')
  return (
    <Panel title="Endpoint">
      {problem !== null && (
        <p className="mb-3 rounded-sm bg-danger-mist px-3 py-2 text-sm text-danger">
          Paused: {problem} Resume it when your server works again.
        </p>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
        <dt className="text-ink-soft">Events</dt>
        <dd>
          <ul className="font-mono text-xs leading-5">
            {events.map((event) => (
              <li key={event}>{event}</li>
            ))}
          </ul>
        </dd>
      </dl>
    </Panel>
  )
}
