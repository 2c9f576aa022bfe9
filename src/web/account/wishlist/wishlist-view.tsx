import { Pagination } from '#web/shared/paging/pagination.tsx'
import { ProductGridSkeleton } from '#web/shared/product/product-grid.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '../shell/empty-state.tsx'
import type { WishlistItem, UpdateItem, Wishlist } from './use-wishlist.ts'
import { restoreWishlistItem } from './wishlist-actions.ts'
import { WishlistCard } from './wishlist-card.tsx'
import { useEffect, useRef, useState } from 'react'

/** Renders the wishlist in each state: loading, signed out, failed, empty, or with products. */
export function WishlistView({ list }: { list: Wishlist }) {
  const { state, email, reload, show } = list
  if (state.kind === 'waiting') return <WishlistSkeleton />
  if (state.kind === 'signed_out') return <SignInPrompt />
  if (state.kind === 'failed') return <WishlistFailure message={state.message} onRetry={reload} />
  if (state.items.length === 0) return <EmptyWishlist />
  const { page, pages } = state.list
  return (
    <>
      <p className="max-w-prose text-sm wrap-anywhere text-ink-soft">
        Choose the alerts you want for each product{email && `. We email them to ${email}`}. You get none
        unless you choose them.
      </p>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-10 md:grid-cols-3 md:gap-x-6 lg:grid-cols-4 lg:gap-y-14">
        {state.items.map((item) => (
          <li key={item.productId}>
            {item.gone ? <RemovedCard item={item} show={show} /> : <WishlistCard item={item} show={show} />}
          </li>
        ))}
      </ul>
      {pages > 1 && <Pagination page={page} pages={pages} hrefOf={wishlistHref} />}
    </>
  )
}

function wishlistHref(page: number): string {
  return page === 1 ? '/dashboard/wishlist' : `/dashboard/wishlist?page=${page}`
}

function WishlistSkeleton() {
  return (
    <>
      <output className="sr-only">Loading your wishlist.</output>
      <ProductGridSkeleton count={8} />
    </>
  )
}

function SignInPrompt() {
  return (
    <section className="flex max-w-prose flex-col items-start gap-4">
      <h2 className="text-lg">Sign in to see your wishlist</h2>
      <p className="text-ink-soft">
        Your wishlist is saved in your account, so you can see it on every device.
      </p>
      <div className="flex flex-wrap gap-3 pt-2">
        <ButtonLink href="/login?next=%2Fdashboard%2Fwishlist">Sign In</ButtonLink>
        <ButtonLink href="/marketplace" variant="outline">
          Go to the marketplace
        </ButtonLink>
      </div>
    </section>
  )
}

function WishlistFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <section className="flex max-w-prose flex-col items-start gap-4">
      <p role="alert">{message}</p>
      <Button variant="outline" onClick={onRetry}>
        Try again
      </Button>
    </section>
  )
}

function EmptyWishlist() {
  return (
    <EmptyState
      title="Nothing here yet"
      text="Select the heart on a product page to save it here, with its current price and stock."
    >
      <ButtonLink href="/marketplace" size="sm">
        Go to the marketplace
      </ButtonLink>
    </EmptyState>
  )
}

/** Renders the place of a removed product. Undo gets the focus, because the remove button was removed. */
function RemovedCard({ item, show }: { item: WishlistItem; show: UpdateItem }) {
  const [isBusy, setIsBusy] = useState(false)
  const restoreButton = useRef<HTMLButtonElement>(null)
  useEffect(() => restoreButton.current?.focus({ preventScroll: true }), [])
  async function undo(): Promise<void> {
    setIsBusy(true)
    await restoreWishlistItem(item, show)
    setIsBusy(false)
  }
  return (
    <div className="flex h-full min-h-64 flex-col items-center justify-center gap-4 border border-line bg-mist p-4 text-center">
      <p className="text-sm wrap-anywhere">
        {item.gone === 'in_cart' ? `${item.name} is in your cart` : `${item.name} was removed`}
      </p>
      {item.availability === 'offered' && (
        <Button ref={restoreButton} variant="outline" size="sm" busy={isBusy} onClick={() => void undo()}>
          Put back<span className="sr-only">{`: ${item.name}`}</span>
        </Button>
      )}
    </div>
  )
}
