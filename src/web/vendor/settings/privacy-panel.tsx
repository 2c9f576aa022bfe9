import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide'
import type { PrivacyRequestsData } from '#features/stores/shop-orders/stores/privacy/contract.ts'
import { MAX_SHOWN } from '#core/shown-rows.ts'
import { call } from '#web/app/calls/api.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { downloadFile } from '#web/console/data/file-actions.ts'
import { formatDateTime } from '#web/console/data/format.ts'
import { useCan } from '#web/console/frame/business.tsx'
import { IconAction } from '#web/console/parts/button.tsx'
import { LimitNote, Panel } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'

type Request = PrivacyRequestsData['requests'][number]

/** Renders privacy requests by customers of the vendor's Shopify stores; nothing without such a store. */
export function PrivacyPanel() {
  const query = useQuery({
    queryKey: ['vendor', 'privacy-requests'],
    queryFn: ({ signal }) => call('GET /vendor/privacy-requests', {}, { signal }),
  })
  return (
    <Loaded query={query}>
      {({ requests, webhookUrls }) =>
        requests.length === 0 && webhookUrls.length === 0 ? null : (
          <Panel title="Customer privacy" hint="requests that Shopify passes on">
            <div className="flex flex-col gap-4 text-sm">
              <Requests requests={requests} />
              <LimitNote
                count={requests.length}
                limit={MAX_SHOWN.privacyRequests}
                text={`The newest ${MAX_SHOWN.privacyRequests} requests are shown.`}
              />
              <Addresses webhookUrls={webhookUrls} />
            </div>
          </Panel>
        )
      }
    </Loaded>
  )
}

const KINDS: Readonly<Record<Request['kind'], string>> = {
  data: 'Customer data request',
  erase_customer: 'Erase a customer',
  erase_store: 'Erase all customers of the store',
}

function Requests({ requests }: Pick<PrivacyRequestsData, 'requests'>) {
  const canExport = useCan()('settings:write')
  if (requests.length === 0) return <p className="text-ink-soft">No requests yet.</p>
  return (
    <ul className="flex flex-col divide-y divide-line">
      {requests.map((request) => (
        <li key={request.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
          <span className="min-w-0">
            {KINDS[request.kind]}
            <span className="block text-xs text-ink-soft">
              {request.store} · {request.orders === 1 ? '1 order' : `${request.orders} orders`} ·{' '}
              {formatDateTime(request.receivedAt)}
            </span>
          </span>
          <span className="flex items-center gap-2">
            <RequestStatus request={request} />
            {request.kind === 'data' && canExport && (
              <IconAction
                label="Download the customer’s data"
                icon={Download}
                onClick={() =>
                  void downloadFile({
                    path: `/vendor/privacy-requests/${request.id}/data`,
                    name: 'customer-data.json',
                    failure: 'We couldn’t download it. Please try again in a moment.',
                  })
                }
              />
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

function RequestStatus({ request: { kind, doneAt } }: { request: Request }) {
  if (kind === 'data')
    return doneAt === null ? (
      <Status tone="do">Send it within 30 days</Status>
    ) : (
      <Status tone="good">Downloaded</Status>
    )
  return doneAt === null ? (
    <Status tone="wait">Erased once its orders are complete</Status>
  ) : (
    <Status tone="good">Erased</Status>
  )
}

function Addresses({ webhookUrls }: Pick<PrivacyRequestsData, 'webhookUrls'>) {
  if (webhookUrls.length === 0) return null
  return (
    <div>
      <p className="text-ink-soft">
        Enter this address for all three compliance webhooks in the settings of your Shopify app.
      </p>
      <ul className="mt-1 flex flex-col gap-1">
        {webhookUrls.map(({ store, url }) => (
          <li key={url} className="wrap-anywhere">
            {store}: <code className="text-xs">{url}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}
