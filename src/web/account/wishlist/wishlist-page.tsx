import { Suspense } from 'react'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { page } from '#web/app/router/page.ts'
import type { ViewProps } from '#web/app/router/page.ts'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { AccountColumns, FrameSkeleton } from '../shell/account-frame.tsx'
import { useWishlist } from './use-wishlist.ts'
import { WishlistHeading } from './wishlist-frame.tsx'

// Rendered by browsers only, which know the user.
const WishlistView = lazyComponent(async () => (await import('./wishlist-view.tsx')).WishlistView)

/** The wishlist page. Only the browser knows the user, so it fetches the list after hydration. */
export const wishlistPage = page({
  head: () => ({
    title: 'Wishlist',
    description: 'Your saved products, with current prices and stock.',
    isPrivate: true,
  }),
  View: WishlistPage,
})

function WishlistPage({ search }: ViewProps<unknown>) {
  const requestedPage = Number(search['page'])
  const isHydrated = useIsHydrated()
  const list = useWishlist(Number.isInteger(requestedPage) && requestedPage > 0 ? requestedPage : 1)
  return (
    <AccountColumns current="/dashboard/wishlist">
      <div className="flex flex-col gap-8">
        <WishlistHeading total={list.state.kind === 'listed' ? list.state.list.total : undefined} />
        {isHydrated ? (
          <Suspense fallback={<FrameSkeleton />}>
            <WishlistView list={list} />
          </Suspense>
        ) : (
          <FrameSkeleton />
        )}
      </div>
    </AccountColumns>
  )
}
