import type { ConnectionData, PlatformName } from '#features/stores/connections/contract.ts'
import { Button } from '#web/ui/button.tsx'

const PLATFORMS: Readonly<Record<PlatformName, string>> = { shopify: 'Shopify', woocommerce: 'WooCommerce' }

/** Asks before a store takes the place of the one that is connected: there is one of each platform. */
export function ReplaceStoreNotice(props: {
  connection: ConnectionData
  isBusy: boolean
  onReplace: () => void
  onKeep: () => void
}) {
  const { connection, isBusy, onReplace, onKeep } = props
  const { name, platform } = connection
  return (
    <div role="alert" className="flex flex-col gap-3 rounded-md bg-mist p-4 text-sm">
      <p className="wrap-anywhere">
        You can connect one {PLATFORMS[platform]} store at a time. Connecting this one disconnects {name} and
        deletes its listings and settings here. Nothing changes in the store itself.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" busy={isBusy} onClick={onReplace}>
          Replace {name}
        </Button>
        <Button size="sm" look="outline" disabled={isBusy} onClick={onKeep}>
          Keep {name}
        </Button>
      </div>
    </div>
  )
}

/** Returns whether what was typed is another store than the connected one, which may have new keys. */
export function isOtherStore(
  { address }: Pick<ConnectionData, 'address'>,
  typed: Readonly<{ platform: PlatformName; shop: string }>,
): boolean {
  const shop = toHost(typed.shop)
  const isShortName = typed.platform === 'shopify' && !shop.includes('.')
  return toHost(address) !== (isShortName ? `${shop}.myshopify.com` : shop)
}

function toHost(address: string): string {
  return address
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/+$/, '')
}
