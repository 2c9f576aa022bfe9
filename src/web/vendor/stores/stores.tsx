import { useQuery } from '@tanstack/react-query'
import type { StoreCheckData, VendorStoreData } from '#features/stores/shop-orders/stores/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatDateTime, formatDistance, formatNumber } from '#web/console/data/format.ts'
import { useNow } from '#web/ui/use-now.ts'
import { useCan } from '#web/console/frame/business.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { ActionLink } from '#web/console/parts/button.tsx'
import { Empty, Figures, Panel } from '#web/console/parts/panel.tsx'
import { Status, type StatusTone } from '#web/console/parts/status.tsx'
import { VENDOR } from '../console/addresses.ts'
import { StoreActions } from './store-actions.tsx'

/** Renders the vendor's connected stores: permissions, webhooks, recovered orders, and settings. */
export function Stores() {
  const query = useQuery({
    queryKey: ['vendor', 'stores'],
    queryFn: async ({ signal }) => (await call('GET /vendor/stores', {}, { signal })).stores,
  })
  return (
    <>
      <PageHead title="Stores" about="The stores you sell in and their status">
        {useCan()('connections:write') && <ActionLink href={VENDOR.store}>Connect a store</ActionLink>}
      </PageHead>
      <Loaded query={query}>
        {(stores) =>
          stores.length === 0 ? (
            <Panel title="Your stores">
              <Empty
                title="No store is connected"
                text="Connect your Shopify or WooCommerce store, or open a practice shop with one click."
              />
            </Panel>
          ) : (
            <div className="flex flex-col gap-4">
              {stores.map((store) => (
                <Store key={store.id} store={store} />
              ))}
            </div>
          )
        }
      </Loaded>
    </>
  )
}

const PLATFORMS = { shopify: 'Shopify', woocommerce: 'WooCommerce' } as const

function Store({ store }: { store: VendorStoreData }) {
  const { name, platform, address, isPractice, checks } = store
  const kind = isPractice ? `Practice shop, ${PLATFORMS[platform]}` : PLATFORMS[platform]
  return (
    <Panel
      title={name}
      hint={`${kind} · ${address.replace('https://', '')}`}
      aside={<Overall checks={checks} />}
    >
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <Checks checks={checks} />
        <Numbers store={store} />
      </div>
      <StoreActions store={store} />
    </Panel>
  )
}

function Overall({ checks }: { checks: readonly StoreCheckData[] }) {
  const problems = checks.filter(({ state }) => state === 'problem').length
  if (problems === 0) return <Status tone="good">Connected</Status>
  return <Status tone="bad">{problems === 1 ? '1 problem' : `${problems} problems`}</Status>
}

const CHECK_LABELS: Readonly<Record<StoreCheckData['name'], string>> = {
  access: 'Permissions',
  currency: 'Currency',
  orders: 'Orders',
  webhooks: 'Webhooks',
  addresses: 'Customer data',
  listings: 'Listings',
}

const STATES: Readonly<Record<StoreCheckData['state'], Readonly<{ tone: StatusTone; label: string }>>> = {
  good: { tone: 'good', label: 'OK' },
  waiting: { tone: 'plain', label: 'Waiting' },
  problem: { tone: 'bad', label: 'Problem' },
}

function Checks({ checks }: { checks: readonly StoreCheckData[] }) {
  return (
    <dl className="flex flex-col divide-y divide-line text-sm">
      {checks.map(({ name, state, text }) => (
        <div key={name} className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 py-2.5 first:pt-0">
          <dt className="font-medium">{CHECK_LABELS[name]}</dt>
          <dd className="row-span-2">
            <Status tone={STATES[state].tone}>{STATES[state].label}</Status>
          </dd>
          <dd className={`max-w-prose ${state === 'problem' ? 'text-danger' : 'text-ink-soft'}`}>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function Numbers({ store }: { store: VendorStoreData }) {
  const { listings, orders, checkedAt, keysChangedAt, connectedAt } = store
  const now = useNow()
  const ago = (moment: string | null) => (moment === null ? 'Not yet' : `${formatDistance(moment, now)} ago`)
  return (
    <Figures
      rows={[
        { label: 'Last webhook', value: ago(orders.lastWebhookAt) },
        { label: 'Orders last checked', value: ago(orders.checkedAt) },
        { label: 'Recovered in 24 hours', value: formatNumber(orders.recovered) },
        { label: 'Recovered in total', value: formatNumber(orders.recoveredTotal) },
        { label: 'Orders', value: formatNumber(orders.total) },
        { label: 'Listings in the store', value: formatNumber(listings.published) },
        { label: 'Failed listings', value: formatNumber(listings.failed) },
        { label: 'Removed from your selection', value: formatNumber(listings.leftOut) },
        { label: 'Price or stock last sent', value: ago(listings.lastSentAt) },
        { label: 'Stock and prices compared', value: ago(listings.drift?.checkedAt ?? null) },
        ...(listings.drift
          ? [
              { label: 'Stock differed', value: formatNumber(listings.drift.stockDiffers) },
              { label: 'Prices differed', value: formatNumber(listings.drift.priceDiffers) },
              { label: 'Missing in the store', value: formatNumber(listings.drift.missing) },
              { label: 'Corrected in total', value: formatNumber(listings.drift.correctedTotal) },
            ]
          : []),
        { label: 'Keys saved', value: formatDateTime(keysChangedAt ?? connectedAt) },
        { label: 'Connection checked', value: ago(checkedAt) },
      ]}
    />
  )
}
