import { formatDateTime, formatNumber } from '#web/console/data/format.ts'
import { Figures, Panel } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { Link } from '#web/ui/link.tsx'
import { importAddress } from '../console/addresses.ts'
import { StockChanges } from './stock-changes.tsx'
import { describeRun, type StoreSync } from './store-texts.ts'

const WEBHOOKS = {
  on: 'None yet',
  waiting: 'Setting up',
  unreachable: 'Off: your marketplace has no public https address',
} as const

/** Renders the times of a store's last webhook and check, and the number of changes. */
export function StoreFigures({ sync }: { sync: StoreSync }) {
  const { webhooks, lastWebhookAt, checkedAt, nextCheckAt, fullAt, products, written, recovered } = sync
  const time = (iso: string | null, otherwise: string) => (iso === null ? otherwise : formatDateTime(iso))
  return (
    <Panel title="Sync">
      <Figures
        rows={[
          { label: 'Synced products', value: formatNumber(products) },
          ...(written > 0
            ? [{ label: 'Of these, with fields edited here', value: formatNumber(written) }]
            : []),
          { label: 'Last webhook', value: time(lastWebhookAt, WEBHOOKS[webhooks]) },
          { label: 'Last check', value: time(checkedAt, 'Not yet') },
          { label: 'Next check', value: time(nextCheckAt, 'Paused') },
          { label: 'All products last read', value: formatDateTime(fullAt) },
          { label: 'Changed by webhooks, 30 days', value: formatNumber(sync.byWebhook) },
          { label: 'Recovered by checks, 30 days', value: formatNumber(recovered) },
        ]}
      />
      <p className="mt-3 max-w-prose text-xs text-ink-soft">
        Your store reports changes by webhooks. Every ten minutes we check for changes that no webhook
        reported, stock first; every six hours we read all products.
      </p>
    </Panel>
  )
}

/** Renders the store's latest stock changes by orders. */
export function StoreStock({ sync: { stockChanges } }: { sync: StoreSync }) {
  return (
    <Panel title="Sales that changed your store’s stock" isFlush>
      {stockChanges.length === 0 ? (
        <p className="border-t border-line px-4 py-6 text-sm text-ink-soft">
          No sale yet. Each sale lowers the stock in your store once, and a cancellation restores it.
        </p>
      ) : (
        <StockChanges changes={stockChanges} hasOrders />
      )}
    </Panel>
  )
}

/** Renders the newest syncs that have changed products. */
export function StoreActivity({ sync: { runs } }: { sync: StoreSync }) {
  return (
    <Panel title="Recent changes" isFlush>
      {runs.length === 0 ? (
        <p className="border-t border-line px-4 py-6 text-sm text-ink-soft">
          Nothing has changed in your store since it was imported.
        </p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {runs.map((run) => (
            <li
              key={run.id}
              className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-sm hover:bg-mist"
            >
              <div className="min-w-0 flex-1 basis-52">
                <Link
                  href={importAddress(run.id)}
                  className="font-semibold wrap-anywhere after:absolute after:inset-0"
                >
                  {describeTitles(run)}
                </Link>
                <p className="text-xs text-ink-soft">
                  {describeRun(run)} · {formatDateTime(run.at)}
                </p>
              </div>
              {run.cause === 'check' ? (
                <Status tone="do">Recovered</Status>
              ) : (
                <Status tone="plain">Webhook</Status>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function describeTitles({ titles, created, changed }: StoreSync['runs'][number]): string {
  const more = created + changed - titles.length
  return more > 0 ? `${titles.join(', ')} and ${more} more` : titles.join(', ')
}
