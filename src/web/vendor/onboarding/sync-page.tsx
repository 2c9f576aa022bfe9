import { Suspense, useEffect, useState } from 'react'
import { page } from '#web/app/router/page.ts'
import type { ViewProps } from '#web/app/router/page.ts'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { Pagination } from '#web/shared/paging/pagination.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import {
  type StoreConnections,
  connectedCurrency,
  useConnections,
} from '#web/shared/connections/use-connections.ts'
import { type Selection, useSelection } from './use-selection.ts'
import { type SyncResult, useSync } from './use-sync.ts'
import { VendorFrame } from './vendor-frame.tsx'

// Rendered in the browser only, as the selection belongs to the user.
const SelectionTable = lazyComponent(async () => (await import('./selection-table.tsx')).SelectionTable)
const NextSteps = lazyComponent(async () => (await import('./next-steps.tsx')).NextSteps)

/** /v-onboard-three: the third step, which syncs the selected products to the vendor's store. */
export const syncPage = page({
  head: () => ({
    title: 'Sync your products',
    description: 'Add your selected products to your own store.',
    canonical: '/v-onboard-three',
  }),
  View: SyncView,
})

function SyncView({ search }: ViewProps<unknown>) {
  const requestedPage = Number(search['page'])
  const isHydrated = useIsHydrated()
  const connections = useConnections()
  const selection = useSelection({
    page: Number.isInteger(requestedPage) && requestedPage > 0 ? requestedPage : 1,
  })
  const sync = useSync(connections, selection.reload)
  const [isTableRendered, setTableRendered] = useState(false)
  const { state } = selection
  const isListRendered = state.kind === 'listed' && (state.products.length === 0 || isTableRendered)
  // Content that loads above the button moves it, so the button is disabled until everything has loaded.
  const isSteady = connections.state.kind !== 'waiting' && (state.kind === 'failed' || isListRendered)
  // Once all are in the store, the next step is the main one.
  const isSynced =
    sync.hasPublished &&
    state.kind === 'listed' &&
    state.products.every((one) => one.sync?.state === 'synced')
  const action = (
    <Button
      variant={isSynced ? 'outline' : 'primary'}
      busy={sync.isBusy}
      disabled={!isHydrated || !isSteady}
      onClick={() => void sync.start()}
    >
      Sync Products
    </Button>
  )
  return (
    <VendorFrame
      step={3}
      title="Sync Products to Your Store"
      text="We update price and quantity of products already in your store. Your texts and pictures there stay as they are."
      ways={{ back: '/v-onboard-two', action }}
    >
      <SyncTarget connections={connections} />
      <SelectedProducts
        selection={selection}
        connections={connections}
        onTableRendered={() => setTableRendered(true)}
      />
      {/* Near the button that started the sync, which is at the end. */}
      <Results results={sync.results} />
      {sync.hasPublished && (
        <Suspense>
          <NextSteps connections={connections} isMain={isSynced} />
        </Suspense>
      )}
    </VendorFrame>
  )
}

function SyncTarget({ connections: { state } }: { connections: StoreConnections }) {
  if (state.kind !== 'listed') return null
  if (state.connections.length === 0)
    return (
      <p className="mb-6 rounded-md bg-mist px-5 py-4 text-sm">
        No store is connected yet.{' '}
        <Link href="/v-onboard-one" className="text-link">
          Connect your store
        </Link>{' '}
        first.
      </p>
    )
  return (
    <p className="mb-6 text-sm text-ink-soft">
      Products go to {state.connections.map(({ name }) => name).join(' and ')}.
      {state.connections.some(({ platform }) => platform === 'shopify') &&
        ' In your Shopify admin, add new products to your sales channels.'}{' '}
      Prices below are yours or the marketplace’s.{' '}
      <Link href="/dashboard/vendor/pricing" className="text-link">
        Price rules
      </Link>
      , if you have any, replace the marketplace’s when we sync. To review each change first,{' '}
      <Link href="/dashboard/vendor/listings" className="text-link">
        plan publishing in your listings
      </Link>
      .
    </p>
  )
}

const TONES = {
  plain: 'bg-mist text-ink',
  good: 'bg-accent-mist text-accent-deep',
  bad: 'bg-danger-mist text-danger',
} as const

/** Renders the results; screen readers announce changes. */
function Results({ results }: { results: readonly SyncResult[] }) {
  return (
    <div role="status" className="mt-6 flex flex-col gap-3">
      {results.map(({ message, tone, needsStore }) => (
        <p key={message} className={`rounded-md px-5 py-4 text-sm ${TONES[tone]}`}>
          {message}
          {needsStore && (
            <>
              {' '}
              <Link href="/v-onboard-one" className="text-link">
                Connect your store
              </Link>
            </>
          )}
        </p>
      ))}
    </div>
  )
}

function SelectedProducts({
  selection,
  connections,
  onTableRendered,
}: {
  selection: Selection
  connections: StoreConnections
  onTableRendered: () => void
}) {
  const { state } = selection
  const count = state.kind === 'listed' ? state.total : 0
  return (
    <section aria-labelledby="selected-products" className="mt-4">
      <h3 id="selected-products" className="mb-4 text-lg">
        {state.kind === 'waiting' ? 'Selected Products' : `Selected Products (${count} selected)`}
      </h3>
      {state.kind === 'waiting' && <SyncSkeleton />}
      {state.kind === 'failed' && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-4 rounded-md bg-danger-mist px-5 py-4 text-sm"
        >
          <p className="text-danger">{state.message}</p>
          <Button size="sm" variant="outline" onClick={selection.reload}>
            Try again
          </Button>
        </div>
      )}
      {state.kind === 'listed' && state.products.length === 0 && <EmptySelection />}
      {state.kind === 'listed' && state.products.length > 0 && (
        <Suspense fallback={<SyncSkeleton />}>
          <SelectionTable
            caption={<span className="sr-only">Selected products</span>}
            products={state.products}
            setting={{ selection, currency: connectedCurrency(connections.state) }}
          />
          <OnRender onRendered={onTableRendered} />
        </Suspense>
      )}
      {state.kind === 'listed' && state.pages > 1 && (
        <div className="mt-8">
          <Pagination
            page={state.page}
            pages={state.pages}
            hrefOf={(number) => (number > 1 ? `/v-onboard-three?page=${number}` : '/v-onboard-three')}
          />
        </div>
      )}
    </section>
  )
}

/** Calls back when the content beside it has rendered. */
function OnRender({ onRendered }: { onRendered: () => void }) {
  useEffect(onRendered)
  return null
}

function SyncSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-3">
      <p className="sr-only">Loading</p>
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-20 w-full" />
    </div>
  )
}

function EmptySelection() {
  return (
    <div className="rounded-md border border-line bg-sheet px-6 py-14 text-center">
      <p>You haven’t selected any products yet.</p>
      <ButtonLink href="/v-onboard-two" variant="outline" size="sm" className="mt-5">
        Browse products
      </ButtonLink>
    </div>
  )
}
