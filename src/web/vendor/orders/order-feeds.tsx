import type { OrderFeedData } from '#features/stores/shop-orders/contract.ts'
import { formatDistance } from '#web/console/data/format.ts'
import { useNow } from '#web/ui/use-now.ts'

/** Renders the connections to the vendor's stores: last check, recovered orders, and problems. */
export function OrderFeeds({ feeds }: { feeds: readonly OrderFeedData[] }) {
  const now = useNow()
  return (
    <ul aria-label="Connection to your stores" className="flex flex-col gap-1 text-xs text-ink-soft">
      {feeds.map((feed) => (
        <li key={feed.id}>
          <span className="font-medium text-ink">{feed.store}</span> · {describeFeed(feed, now).join(' · ')}
          {feed.problem && <span className="block text-danger">{feed.problem}</span>}
        </li>
      ))}
    </ul>
  )
}

function describeFeed(feed: OrderFeedData, now: Date): string[] {
  const { checkedAt, lastWebhookAt, recovered } = feed
  const ago = (moment: string) => `${formatDistance(moment, now)} ago`
  return [
    checkedAt === null ? 'not checked yet' : `checked ${ago(checkedAt)}`,
    lastWebhookAt === null ? 'no webhook yet' : `last webhook ${ago(lastWebhookAt)}`,
    ...(recovered > 0 ? [recovered === 1 ? 'recovered 1 order' : `recovered ${recovered} orders`] : []),
  ]
}
