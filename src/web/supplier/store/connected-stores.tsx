import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { useCan } from '#web/console/frame/business.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action, ActionLink } from '#web/console/parts/button.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { CONNECT_STORE, SUPPLIER } from '../console/addresses.ts'
import { PLATFORMS, STORES_KEY, storeStatus, type SupplierStore } from './store-texts.ts'
import { StoreActivity, StoreFigures, StoreStock } from './store-sync.tsx'
import { StoreProblem } from './store-problem.tsx'
import { StoreSettings } from './store-settings.tsx'

const REFRESH_MS = 2_000
const IDLE_REFRESH_MS = 30_000

/** Renders the connected stores of a supplier: sync state, problems, and synced products. */
export function ConnectedStores() {
  const query = useQuery({
    queryKey: STORES_KEY,
    queryFn: async ({ signal }) => (await call('GET /supplier/connected-stores', {}, { signal })).stores,
    refetchInterval: ({ state }) =>
      state.data?.some(({ sync }) => sync?.isWorking) ? REFRESH_MS : IDLE_REFRESH_MS,
  })
  return (
    <>
      <PageHead title="Your store" back={{ href: SUPPLIER.products, label: 'Products' }}>
        <ActionLink href={CONNECT_STORE}>Manage connections</ActionLink>
      </PageHead>
      <Loaded query={query} skeleton={<SkeletonRows count={5} />}>
        {(stores) =>
          stores.length === 0 ? (
            <Empty
              title="No store connected"
              text="Connect your Shopify or WooCommerce store to import its products and keep stock and prices in sync."
            >
              <ActionLink href={CONNECT_STORE} variant="primary">
                Connect your store
              </ActionLink>
            </Empty>
          ) : (
            <div className="flex flex-col gap-8">
              {stores.map((store) => (
                <StoreView key={store.id} store={store} />
              ))}
            </div>
          )
        }
      </Loaded>
    </>
  )
}

function StoreView({ store }: { store: SupplierStore }) {
  const { name, address, platform, sync } = store
  const { label, tone } = storeStatus(store)
  return (
    <section aria-label={name || address} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base font-semibold wrap-anywhere">
            {name || address} <Status tone={tone}>{label}</Status>
          </p>
          <p className="text-xs wrap-anywhere text-ink-soft">
            {PLATFORMS[platform]} · {address}
          </p>
        </div>
        {sync && !sync.isPaused && <CheckAction store={store} />}
      </div>
      <StoreProblem store={store} />
      {sync ? (
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_23rem] lg:items-start">
          <div className="flex min-w-0 flex-col gap-4">
            <StoreFigures sync={sync} />
            <StoreActivity sync={sync} />
            <StoreStock sync={sync} />
          </div>
          <StoreSettings key={settingsKey(sync)} id={store.id} sync={sync} />
        </div>
      ) : (
        <Empty
          title="Not synced yet"
          text="Import your products once. After that, stock, prices and other fields sync from your store."
        >
          <ActionLink href={SUPPLIER.imports} variant="primary">
            Import products
          </ActionLink>
        </Empty>
      )}
    </section>
  )
}

const settingsKey = ({ followed, missing, added }: NonNullable<SupplierStore['sync']>) =>
  [...followed, missing, added].join(' ')

/** Renders the button that checks the whole store now. */
function CheckAction({ store: { id, name, address, sync } }: { store: SupplierStore }) {
  const can = useCan()
  const queries = useQueryClient()
  const check = useMutation({
    mutationFn: () => call('POST /supplier/connected-stores/{id}/check', { params: { id } }),
    onSuccess({ message }) {
      toast.success(message)
      void queries.invalidateQueries({ queryKey: STORES_KEY })
    },
    onError: (error) =>
      toast.error(explainError(error, 'We couldn’t check your store. Please try again in a moment.')),
  })
  if (!can('products:write')) return null
  return (
    <Action
      variant="primary"
      icon={RefreshCw}
      busy={check.isPending || sync?.isWorking === true}
      aria-label={`Check now: ${name || address}`}
      onClick={() => check.mutate()}
    >
      Check now
    </Action>
  )
}
