import { useState } from 'react'
import type { PlatformName } from '#features/stores/connections/contract.ts'
import type { PracticeShopData } from '#features/stores/practice/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { readActingType } from '#web/app/session/business.ts'
import { readUser } from '#web/app/session/session.ts'
import { toast } from '#web/app/toast.ts'
import { Button, buttonClass, ButtonLink } from '#web/ui/button.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { SIGN_IN_TO_SAVE, type StoreConnections } from './use-connections.ts'
import { usePracticeShops } from './use-practice-shops.ts'

const KINDS: readonly Readonly<{ platform: PlatformName; label: string; action: string }>[] = [
  { platform: 'woocommerce', label: 'WooCommerce', action: 'Use a practice shop' },
  { platform: 'shopify', label: 'Shopify', action: 'Use a Shopify practice shop' },
]

/**
 * Renders the card that connects a practice shop with one click, and links to it. The marketplace runs that shop
 * itself, for trials.
 */
export function PracticeShopCard({ connections }: { connections: StoreConnections }) {
  const isHydrated = useIsHydrated()
  const { shops, show } = usePracticeShops(connections)
  const [busy, setBusy] = useState<PlatformName>()
  const find = (platform: PlatformName) => shops?.find((shop) => shop.platform === platform)
  const connected = KINDS.filter(({ platform }) => find(platform))
  // Until they are known, a connected store of a platform may be a practice shop.
  const free = KINDS.filter(({ platform }) =>
    shops ? !find(platform) : connections.of(platform).length === 0,
  )

  async function connect(platform: PlatformName): Promise<void> {
    setBusy(platform)
    const shop = await connectPracticeShop(platform, connections)
    if (shop) show(shop)
    setBusy(undefined)
  }

  return (
    <section
      aria-label="Practice shop"
      className="mt-6 flex flex-col gap-4 rounded-md border border-line bg-sheet p-5 md:p-7 lg:mt-8"
    >
      <h3 className="text-lg">
        {connected.length > 0 ? 'Your practice shop' : 'No store yet? Use a practice shop'}
      </h3>
      <p className="max-w-prose text-sm text-ink-soft">
        We run it for you. It works like a real store and takes orders, so you can try everything without
        another account. Nothing in it is real.
      </p>
      {connected.map(({ platform, label }) => (
        <ShopLinks key={platform} label={connected.length > 1 ? label : undefined} shop={find(platform)} />
      ))}
      {free.length > 0 && (
        <div className="flex flex-wrap gap-3">
          {free.map(({ platform, action }) => (
            <Button
              key={platform}
              variant="outline"
              busy={busy === platform}
              disabled={!isHydrated || busy !== undefined}
              onClick={() => void connect(platform)}
            >
              {action}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}

/** Renders links to a practice shop, to its owner's page and, for vendors, to its received orders. */
function ShopLinks({ label, shop }: { label: string | undefined; shop: PracticeShopData | undefined }) {
  if (!shop) return null
  return (
    <div role="group" aria-label={label} className="flex flex-wrap items-center gap-3">
      {label && <span className="w-28 text-sm">{label}</span>}
      <a href={shop.address} className={buttonClass({ size: 'sm', variant: 'outline' })}>
        Open the practice shop
      </a>
      <a href={shop.adminUrl} className={buttonClass({ size: 'sm', variant: 'outline' })}>
        Run the practice shop
      </a>
      {readActingType() === 'vendor' && (
        <ButtonLink href="/dashboard/vendor/orders" size="sm" variant="outline">
          See your orders
        </ButtonLink>
      )}
    </div>
  )
}

async function connectPracticeShop(
  platform: PlatformName,
  connections: StoreConnections,
): Promise<PracticeShopData | undefined> {
  if (!readUser()) {
    toast.error(SIGN_IN_TO_SAVE)
    return undefined
  }
  try {
    const { connection, shop, message } = await call('POST /stores/practice-shop', { body: { platform } })
    connections.show(connection)
    toast.success(message)
    return shop
  } catch (error) {
    toast.error(explainError(error, 'We couldn’t open a practice shop. Please try again in a moment.'))
    return undefined
  }
}
