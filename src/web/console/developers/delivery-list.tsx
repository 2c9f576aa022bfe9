import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { SkeletonRows } from '../data/console-data.tsx'
import { formatDateTime } from '../data/format.ts'
import { Action } from '../parts/button.tsx'
import { Problem } from '../parts/dialog.tsx'
import { Empty } from '../parts/panel.tsx'
import { Status, type StatusTone } from '../parts/status.tsx'
import { ViewTabs } from '../table/table-tools.tsx'
import { toAddress } from '../table/use-address.ts'
import { CodeBlock } from './code-block.tsx'
import { toDevelopersAddress, useDeveloperAction } from './use-developers.ts'

type Page = AnswerTo<'GET /developers/webhooks/{id}/deliveries'>
type Delivery = Page['deliveries'][number]

const VIEWS = [
  { id: 'all', label: 'All' },
  { id: 'delivered', label: 'Delivered' },
  { id: 'pending', label: 'Waiting' },
  { id: 'failed', label: 'Failed' },
] as const

/**
 * Renders the deliveries to an endpoint, newest first. Each opens to its attempts and body, and can be sent again.
 */
export function DeliveryList(props: {
  endpointId: string
  state: Delivery['state'] | undefined
  query: UseInfiniteQueryResult<InfiniteData<Page>>
}) {
  const { endpointId, state, query } = props
  const deliveries = query.data?.pages.flatMap((page) => page.deliveries)
  return (
    <section aria-label="Deliveries" className="console-panel">
      <ViewTabs
        label="Views of the deliveries"
        current={state ?? 'all'}
        tabs={VIEWS.map(({ id, label }) => ({
          id,
          label,
          href: toAddress(toDevelopersAddress(endpointId), { state: id === 'all' ? undefined : id }),
        }))}
      />
      {query.isError && (
        <div className="flex flex-col items-start gap-3 p-4">
          <Problem text={explainError(query.error, 'We couldn’t load this. Please try again in a moment.')} />
          <Action onClick={() => void query.refetch()}>Try again</Action>
        </div>
      )}
      {query.isPending && <SkeletonRows />}
      {deliveries?.length === 0 && (
        <Empty
          title="No deliveries"
          text="Webhooks from the last 30 days appear here. Send a test event to see one."
        />
      )}
      <ul className="divide-y divide-line">
        {deliveries?.map((delivery) => (
          <DeliveryRow key={delivery.id} endpointId={endpointId} delivery={delivery} />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="border-t border-line p-3 text-center">
          <Action busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Load more
          </Action>
        </div>
      )}
    </section>
  )
}

const STATES: Readonly<Record<Delivery['state'], Readonly<{ label: string; tone: StatusTone }>>> = {
  delivered: { label: 'Delivered', tone: 'good' },
  pending: { label: 'Waiting', tone: 'wait' },
  failed: { label: 'Failed', tone: 'bad' },
}

function DeliveryRow({ endpointId, delivery }: { endpointId: string; delivery: Delivery }) {
  const { event, type, state, occurredAt, nextAttemptAt, attempts, body } = delivery
  const { label, tone } = STATES[state]
  const last = attempts.at(-1)
  return (
    <li>
      <details className="group text-sm">
        <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 hover:bg-mist">
          <span className="min-w-0 flex-1 basis-52">
            <span className="block font-mono text-xs font-semibold">{type}</span>
            <span className="block text-xs text-ink-soft">{formatDateTime(occurredAt)}</span>
          </span>
          {last && (
            <span className="text-xs text-ink-soft">
              {last.status ?? 'No answer'} · {last.milliseconds} ms
              {attempts.length > 1 && ` · ${attempts.length} attempts`}
            </span>
          )}
          <Status tone={tone}>{label}</Status>
        </summary>
        <div className="flex flex-col gap-3 px-4 pt-1 pb-4">
          <ol className="flex flex-col gap-1 text-xs">
            {attempts.map(({ at, status, milliseconds, message }) => (
              <li key={`${at} ${milliseconds}`} className="wrap-anywhere">
                <span className="text-ink-soft">{formatDateTime(at)}</span> · {status ?? 'No answer'} ·{' '}
                {milliseconds} ms{message !== '' && ` · ${message}`}
              </li>
            ))}
            {nextAttemptAt !== null && attempts.length > 0 && (
              <li className="text-ink-soft">Next attempt: {formatDateTime(nextAttemptAt)}</li>
            )}
          </ol>
          <CodeBlock label={event} text={JSON.stringify(JSON.parse(body), null, 2)} />
          {state !== 'pending' && <ReplayAction endpointId={endpointId} delivery={delivery} />}
        </div>
      </details>
    </li>
  )
}

function ReplayAction({ endpointId, delivery }: { endpointId: string; delivery: Delivery }) {
  const { isBusy, perform } = useDeveloperAction()
  const params = { id: endpointId, delivery: delivery.id }
  return (
    <Action
      isSmall
      busy={isBusy}
      className="self-start"
      onClick={() =>
        void perform(() => call('POST /developers/webhooks/{id}/deliveries/{delivery}/replay', { params }))
      }
    >
      Send again
    </Action>
  )
}
