import { formatDateTime } from '../data/format.ts'
import { Panel } from '../parts/panel.tsx'
import type { WebhookEndpoint } from './use-developers.ts'

/** What an endpoint is sent, and how its deliveries went in the last seven days. */
export function EndpointFacts({ endpoint }: { endpoint: WebhookEndpoint }) {
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
