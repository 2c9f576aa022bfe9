import type { ReactNode } from 'react'
import type { AboutCardData } from '#features/messaging/chat/contract.ts'
import { PLACEHOLDER_PICTURE } from '#web/shared/product/picture-sources.ts'
import { formatAmount, formatDollars } from '#web/shared/product/price-view.ts'
import { Link } from '#web/ui/link.tsx'

/** Renders the current product or order that a message refers to. A product links to its page. */
export function AboutCardView({ about, children }: { about: AboutCardData; children?: ReactNode }) {
  return (
    <div className="flex w-full max-w-88 items-center gap-3 rounded-md border border-line bg-paper p-3 text-start">
      <img
        src={(about.kind === 'product' ? about.image : about.products[0]?.image) ?? PLACEHOLDER_PICTURE}
        alt=""
        width={56}
        height={56}
        loading="lazy"
        className="size-14 shrink-0 rounded-sm bg-stone object-cover"
      />
      <div className="min-w-0 flex-1 text-sm">
        {about.kind === 'product' ? <AboutProduct about={about} /> : <AboutOrder about={about} />}
      </div>
      {children}
    </div>
  )
}

function AboutProduct({ about }: { about: Extract<AboutCardData, { kind: 'product' }> }) {
  return (
    <>
      {about.isListed ? (
        <Link href={`/product/${about.id}`} className="text-link line-clamp-2 wrap-anywhere">
          {about.name}
        </Link>
      ) : (
        <p className="line-clamp-2 wrap-anywhere">{about.name}</p>
      )}
      <p className="mt-1 text-xs text-ink-soft tabular-nums">
        {about.isListed ? formatDollars(about.offerPrice ?? about.price) : 'No longer offered'}
      </p>
    </>
  )
}

function AboutOrder({ about }: { about: Extract<AboutCardData, { kind: 'order' }> }) {
  const count = about.products.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <>
      <p className="font-medium wrap-anywhere">Order {about.number}</p>
      <p className="truncate text-xs text-ink-soft">{about.products.map(({ name }) => name).join(', ')}</p>
      <p className="text-xs text-ink-soft tabular-nums">
        {count === 1 ? '1 product' : `${count} products`} · {formatAmount(about.total, about.currency)}
      </p>
    </>
  )
}
