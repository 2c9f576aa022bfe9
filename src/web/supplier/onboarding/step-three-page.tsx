import { page } from '#web/app/router/page.ts'
import { useConnections, type StoreConnections } from '#web/shared/connections/use-connections.ts'
import { StepFrame } from './step-frame.tsx'
import { ContinueLink, StepNavigation } from './step-navigation.tsx'
import { STEP_HREFS } from './steps.ts'
import type { ConnectionData, PlatformName, RunData } from '#features/stores/connections/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { PracticeShopCard } from '#web/shared/connections/practice-shop-card.tsx'
import { type CardSync, StoreConnectionCard } from '#web/shared/connections/store-connection-card.tsx'
import { checkCanSave } from './store/check-can-save.ts'
import { useEffect, useEffectEvent, useState } from 'react'

/** The third step of the manufacturer's onboarding: connecting an existing store, which is optional. */
export const stepThreePage = page({
  head: () => ({
    title: 'Store Integration',
    description: 'Connect your store to import its products.',
    isUnlisted: true,
  }),
  View: StepThreeView,
})

function StepThreeView() {
  return (
    <StepFrame
      step={3}
      title="Store Integration (Optional)"
      intro="Connect your store to import its products, and choose which to publish in the last step. To add products by hand, skip this step."
    >
      <ConnectedStores connections={useConnections()} />
      <StepNavigation back={STEP_HREFS[1]}>
        <ContinueLink href={STEP_HREFS[3]} />
      </StepNavigation>
    </StepFrame>
  )
}

const POLL_MS = 2_000

/** Polls the progress every two seconds while a connected store is being read. */
function usePollPulls({ state, show }: StoreConnections): void {
  const isReading = state.kind === 'listed' && state.connections.some(({ pull }) => pull?.state === 'running')
  const pollRuns = useEffectEvent(async () => {
    try {
      const { connections } = await call('GET /stores/connections')
      for (const connection of connections) show(connection)
    } catch {
      // The next poll tries again.
    }
  })
  useEffect(() => {
    if (!isReading) return undefined
    const timer = setInterval(() => void pollRuns(), POLL_MS)
    return () => clearInterval(timer)
  }, [isReading])
}

/**
 * Renders the cards of both platforms, whose sync reads the products of connected stores (MONB-15, MONB-16, MONB-22).
 */
function ConnectedStores({ connections }: { connections: StoreConnections }) {
  usePollPulls(connections)
  return (
    <>
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-2">
        <Card platform="shopify" label="Sync Shopify" connections={connections} />
        <Card platform="woocommerce" label="Sync Wordpress/WooCommerce" connections={connections} />
      </div>
      <PracticeShopCard connections={connections} />
    </>
  )
}

function Card(props: { platform: PlatformName; label: string; connections: StoreConnections }) {
  const { platform, label, connections } = props
  const [isStarting, setIsStarting] = useState(false)
  const connected = connections.of(platform)
  const sync: CardSync = {
    label,
    isBusy: isStarting || connected.some(({ pull }) => pull?.state === 'running'),
    onSync: () => {
      if (!checkCanSave('your store')) return
      if (connected.length === 0) return toast.error('Save your store first, then sync its products.')
      setIsStarting(true)
      const starts = connected.map((connection) => startPull(connection, connections))
      void Promise.all(starts).finally(() => setIsStarting(false))
    },
  }
  return (
    <div className="flex flex-col gap-3">
      <StoreConnectionCard platform={platform} connections={connections} sync={sync} />
      <div role="status" className="text-sm text-ink-soft">
        {connected.map(
          ({ id, name, pull }) =>
            pull && (
              <p key={id}>
                {connected.length > 1 && `${name}: `}
                {describePull(pull)}
              </p>
            ),
        )}
      </div>
    </div>
  )
}

async function startPull(connection: ConnectionData, connections: StoreConnections): Promise<void> {
  try {
    const path = 'POST /stores/connections/{id}/pull'
    const answer = await call(path, { params: { id: connection.id } })
    connections.show(answer.connection)
    toast.info(answer.message)
  } catch (error) {
    toast.error(explainError(error, 'We couldn’t read your store. Please try again in a moment.'))
  }
}

function describePull({ state, done, problem }: RunData): string {
  const read = done === 1 ? '1 product' : `${done.toLocaleString('en-US')} products`
  if (state === 'running') return `Importing products: ${read} so far.`
  if (state === 'failed') return problem ?? 'We couldn’t read your store.'
  return `${read} imported. Review them in the last step.`
}
