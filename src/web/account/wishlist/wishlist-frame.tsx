import type { ReactNode } from 'react'

/** Renders the frame of the wishlist's pages outside the account. */
export function WishlistFrame({ children }: { children: ReactNode }) {
  return (
    <div className="page-width flex flex-col gap-8 pt-10 pb-16 md:gap-10 md:pt-16 md:pb-24">
      <div>
        <p className="eyebrow mb-2">Your account</p>
        <WishlistHeading />
      </div>
      {children}
    </div>
  )
}

/** Renders the heading of the wishlist; `total` is the number of products, if known. */
export function WishlistHeading({ total }: { total?: number | undefined }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-4">
      <h1 className="text-2xl">Wishlist</h1>
      <p role="status" className="text-sm text-ink-soft tabular-nums">
        {total ? `${total} ${total === 1 ? 'product' : 'products'}` : ''}
      </p>
    </div>
  )
}
