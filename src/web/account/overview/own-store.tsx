import type { OwnStoreData } from '#features/catalogue/suppliers/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Card } from '../shell/card.tsx'
import { QueryView, useQuery } from '#web/shared/loading/query-view.tsx'
import { CHAT_HREF } from '../shell/sections.ts'

/** The store of a manufacturer, first on their overview; nothing where there is none. */
export function OwnStore() {
  const query = useQuery('', async (signal) => (await call('GET /shop/getMyStore', {}, { signal })).store)
  return (
    <QueryView loading={query} skeleton={<Skeleton className="h-48 rounded-md" />}>
      {(store) => store && <StoreCard store={store} />}
    </QueryView>
  )
}

/** How a store stands: whether its items are listed, and if not why; what it counts; where it is seen and written to. */
export function StoreCard({ store }: { store: OwnStoreData }) {
  const { id, name, isVerified, measured } = store
  return (
    <Card
      id="own-store"
      title="Your store"
      aside={
        <Badge tone={isVerified ? 'accent' : 'plain'}>{isVerified ? 'Verified' : 'Not verified yet'}</Badge>
      }
    >
      <p className="text-base font-medium wrap-anywhere">{name ?? 'Unnamed store'}</p>
      {isVerified ? <StoreFigures measured={measured} /> : <StoreNotVerified isNamed={name !== null} />}
      <StoreLinks storeHref={isVerified ? `/store-profile?id=${encodeURIComponent(id)}` : undefined} />
    </Card>
  )
}

/** What its owner does with a store; only a verified one has a page. */
function StoreLinks({ storeHref }: { storeHref: string | undefined }) {
  const publicLinks = [
    { href: `${storeHref}`, label: 'See your store' },
    { href: `${storeHref}#reviews`, label: 'Product reviews' },
    { href: CHAT_HREF, label: 'Messages from buyers' },
  ]
  const links = [
    { href: '/m-onboard-one', label: 'Set up your store' },
    { href: '/m-onboard-two', label: 'Add a product' },
    { href: '/m-onboard-four', label: 'Your products' },
    ...(storeHref === undefined ? [] : publicLinks),
  ]
  return (
    <div className="mt-6 flex flex-wrap gap-3">
      {links.map(({ href, label }) => (
        <ButtonLink key={href} size="sm" look="outline" href={href}>
          {label}
        </ButtonLink>
      ))}
    </div>
  )
}

function StoreNotVerified({ isNamed }: { isNamed: boolean }) {
  return (
    <p className="mt-2 max-w-prose text-sm text-ink-soft">
      {!isNamed && 'Name your store under “Set up your store”. Buyers see this name. '}
      We review every store before its products are listed. Until then only you see it. You can already set it
      up and publish products; they are listed as soon as your store is verified.
    </p>
  )
}

function StoreFigures({ measured: { products, sold, rating, ratingCount } }: Pick<OwnStoreData, 'measured'>) {
  const figures = [
    { label: 'Products listed', value: products },
    { label: 'Sold', value: sold },
    {
      label: ratingCount === 1 ? '1 rating' : `${ratingCount} ratings`,
      value: ratingCount === 0 ? '–' : rating.toFixed(1),
    },
  ]
  return (
    <>
      <dl className="mt-4 flex flex-wrap gap-x-10 gap-y-4">
        {figures.map(({ label, value }) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-xs text-ink-soft">{label}</dt>
            <dd className="font-display text-lg tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 max-w-prose text-sm text-ink-soft">Reply to reviews on the product page.</p>
    </>
  )
}
