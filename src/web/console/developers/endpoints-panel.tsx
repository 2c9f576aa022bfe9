import { Plus } from 'lucide'
import { useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import { Loaded, SkeletonRows } from '../data/console-data.tsx'
import { formatNumber } from '../data/format.ts'
import { Action } from '../parts/button.tsx'
import { Empty, Panel } from '../parts/panel.tsx'
import { Status } from '../parts/status.tsx'
import { EndpointDialog } from './endpoint-dialog.tsx'
import { SecretDialog, type NewSecret } from './secret-dialog.tsx'
import { toDevelopersAddress, useWebhookEndpoints, type WebhookEndpoint } from './use-developers.ts'

/** Renders the webhook endpoints of a business, each with its deliveries of the last seven days. */
export function EndpointsPanel() {
  const query = useWebhookEndpoints()
  const [isAdding, setIsAdding] = useState(false)
  const [secret, setSecret] = useState<NewSecret>()
  return (
    <Panel
      title="Webhook endpoints"
      isFlush
      aside={
        <Action icon={Plus} onClick={() => setIsAdding(true)}>
          Add endpoint
        </Action>
      }
    >
      <Loaded query={query} skeleton={<SkeletonRows count={3} />}>
        {({ endpoints, events }) => (
          <>
            {endpoints.length === 0 ? (
              <Empty
                title="No webhook endpoints yet"
                text="Get notified as soon as an order, a case or a payout changes, instead of polling."
              />
            ) : (
              <ul className="divide-y divide-line border-t border-line">
                {endpoints.map((endpoint) => (
                  <EndpointRow key={endpoint.id} endpoint={endpoint} />
                ))}
              </ul>
            )}
            {isAdding && (
              <EndpointDialog events={events} onClose={() => setIsAdding(false)} onCreated={setSecret} />
            )}
          </>
        )}
      </Loaded>
      <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
    </Panel>
  )
}

function EndpointRow({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { id, url, description, events, counts, problem } = endpoint
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-64">
        <Link href={toDevelopersAddress(id)} className="font-semibold wrap-anywhere hover:underline">
          {url}
        </Link>
        <p className="text-xs text-ink-soft">
          {description !== '' && `${description} · `}
          {events.length === 1 ? events[0] : `${events.length} events`}
        </p>
        {problem !== null && <p className="text-xs text-danger">{problem}</p>}
      </div>
      <p className="text-xs text-ink-soft tabular-nums">
        {formatNumber(counts.delivered)} delivered, {formatNumber(counts.failed)} failed in 7 days
      </p>
      <EndpointState endpoint={endpoint} />
    </li>
  )
}

/** Renders whether an endpoint is active, and whether deliveries arrive. */
export function EndpointState({ endpoint: { state, counts } }: { endpoint: WebhookEndpoint }) {
  if (state === 'paused') return <Status tone="wait">Paused</Status>
  return counts.failed > 0 ? <Status tone="bad">Failing</Status> : <Status tone="good">Active</Status>
}
