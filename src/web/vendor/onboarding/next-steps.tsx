import type { StoreConnections } from '#web/shared/connections/use-connections.ts'
import { usePracticeShops } from '#web/shared/connections/use-practice-shops.ts'
import { buttonClass, ButtonLink } from '#web/ui/button.tsx'
import { VENDOR } from '../console/addresses.ts'

/**
 * Renders what comes after publishing: a test order in a practice shop, otherwise orders and wallet.
 * `isMain` if nothing is left to sync.
 */
export function NextSteps({ connections, isMain }: { connections: StoreConnections; isMain: boolean }) {
  const { shops, hasFailed } = usePracticeShops(connections)
  if (!shops && !hasFailed) return null
  const published =
    connections.state.kind === 'listed'
      ? connections.state.connections.filter(({ push }) => (push?.done ?? 0) > 0)
      : []
  const practice = shops?.find(({ connectionId }) => published.some(({ id }) => id === connectionId))
  const variant = isMain ? 'primary' : 'outline'
  return (
    <section
      aria-labelledby="next-steps"
      className="mt-6 flex flex-col gap-4 rounded-md border border-line bg-sheet p-5 md:p-7"
    >
      <h3 id="next-steps" className="text-lg">
        What’s next
      </h3>
      <p className="max-w-prose text-sm text-ink-soft">
        {practice
          ? 'Order something in your practice shop, as a customer would. The order then appears in your dashboard, where you pay it with practice money and forward it.'
          : 'When a customer orders in your store, the order appears in your dashboard. Add money to your wallet to have orders paid and forwarded automatically.'}
      </p>
      <div className="flex flex-wrap gap-3">
        {practice ? (
          <a href={practice.address} className={buttonClass({ variant })}>
            Place a test order
          </a>
        ) : (
          <ButtonLink href={VENDOR.wallet} variant={variant}>
            Add money to your wallet
          </ButtonLink>
        )}
        <ButtonLink href={VENDOR.orders} variant="outline">
          See your orders
        </ButtonLink>
        <ButtonLink href={VENDOR.listings} variant="outline">
          Manage your listings
        </ButtonLink>
      </div>
    </section>
  )
}
