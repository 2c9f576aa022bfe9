import type { LoadedStore } from './load-store.ts'
import type { StoreData } from '#features/catalogue/suppliers/contract.ts'
import type { FactRow } from '#web/shared/product/fact-row.ts'
import { FactList } from '#web/shared/product/fact-list.tsx'
import { reliabilityFigures, supplierFigures } from '#web/shared/product/supplier-figures.ts'
import { BadgeCheck, CalendarDays, Gem, Truck } from 'lucide'
import { Icon, type IconShapes } from '#web/ui/icon.tsx'
import type { ReactNode } from 'react'
import type { StoreReviewData } from '#features/catalogue/reviews/contract.ts'
import type { LoadedList } from '#web/shared/loading/loaded-list.ts'
import { LocalDate } from '#web/shared/forms/local-date.tsx'
import { ProductPicture } from '#web/shared/product/product-picture.tsx'
import { Stars } from '#web/shared/product/stars.tsx'
import { Link } from '#web/ui/link.tsx'

/** Renders the sections below a store's products, which do not depend on the search above. */
export function StoreDetails({
  reviews,
  store,
  shipsFrom,
}: Pick<LoadedStore, 'reviews' | 'store' | 'shipsFrom'>) {
  return (
    <>
      <StoreReviews reviews={reviews} measured={store.measured} />
      <StoreProfile store={store} shipsFrom={shipsFrom} />
    </>
  )
}

/** Renders a store's measured figures, and separately its own statements (STORE-06). */
function StoreProfile({ store, shipsFrom }: { store: StoreData; shipsFrom: readonly string[] }) {
  const stated = supplierFigures(store.stated)
  return (
    <section
      id="profile"
      tabIndex={-1}
      aria-labelledby="profile-title"
      className="flex lg:scroll-mt-20 flex-col gap-8 bg-mist p-6 md:p-10"
    >
      <h2 id="profile-title" className="text-xl">
        Profile
      </h2>
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        <Badge icon={BadgeCheck} name="Verified supplier">
          Only verified suppliers are listed here.
        </Badge>
        {shipsFrom.length > 0 && (
          <Badge icon={Truck} name="Ships from">
            {shipsFrom.join(' · ')}
          </Badge>
        )}
        <Badge icon={CalendarDays} name="Member since">
          {formatMemberSince(store.memberSince)}
        </Badge>
        {store.yearsOfExperience !== null && store.yearsOfExperience > 0 && (
          <Badge icon={Gem} name="Experience">
            {`${store.yearsOfExperience === 1 ? '1 year' : `${store.yearsOfExperience} years`}, stated by the supplier`}
          </Badge>
        )}
      </ul>
      <div className="grid gap-10 lg:grid-cols-2 lg:gap-16">
        <FactList figures={toMeasuredRows(store)} source="Measured by the marketplace" />
        {stated.length > 0 && <FactList figures={stated} source="Stated by the supplier" />}
      </div>
    </section>
  )
}

function Badge(props: { icon: IconShapes; name: string; children: ReactNode }) {
  const { icon, name, children } = props
  return (
    <li className="flex items-start gap-3">
      <Icon shapes={icon} aria-hidden="true" className="size-6 shrink-0 text-gold" strokeWidth={1.25} />
      <div className="min-w-0">
        <p className="text-sm font-medium">{name}</p>
        <p className="text-xs wrap-anywhere text-ink-soft">{children}</p>
      </div>
    </li>
  )
}

/** Returns the measured figures of a store as rows. */
function toMeasuredRows({ measured, reliability }: StoreData): readonly FactRow[] {
  const { products, rating, ratingCount, sold } = measured
  return [
    { name: 'Products', value: products.toLocaleString('en-US') },
    { name: 'Average rating', value: ratingCount === 0 ? 'None yet' : `${rating.toFixed(1)}/5` },
    { name: 'Reviews', value: ratingCount.toLocaleString('en-US') },
    { name: 'Products sold', value: sold.toLocaleString('en-US') },
    // The rating is shown above.
    ...reliabilityFigures(reliability && { ...reliability, storeRating: null }),
  ]
}

/** Formats the month of an ISO 8601 time, such as `March 2026`, identically on server and browser. */
function formatMemberSince(iso: string): string {
  return new Date(iso).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
}

type Props = Readonly<{ reviews: LoadedList<StoreReviewData>; measured: StoreData['measured'] }>

/** Renders the newest reviews of a store's products, each with its product (STORE-05). */
function StoreReviews({ reviews, measured }: Props) {
  return (
    <section
      id="reviews"
      tabIndex={-1}
      aria-labelledby="reviews-title"
      className="flex lg:scroll-mt-20 flex-col gap-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="reviews-title" className="text-xl">
          Reviews
        </h2>
        {measured.ratingCount > reviews.items.length && reviews.items.length > 0 && (
          <p className="text-sm text-ink-soft tabular-nums">
            {`The newest of ${measured.ratingCount.toLocaleString('en-US')}`}
          </p>
        )}
      </div>
      <ReviewList reviews={reviews} />
    </section>
  )
}

function ReviewList({ reviews }: { reviews: LoadedList<StoreReviewData> }) {
  if (reviews.failure !== undefined) return <p className="text-ink-soft">{reviews.failure}</p>
  if (reviews.items.length === 0)
    return <p className="text-ink-soft">No reviews of this store’s products yet.</p>
  return (
    <ul className="grid gap-x-6 gap-y-8 md:grid-cols-2 lg:grid-cols-3 lg:gap-x-10">
      {reviews.items.map((review) => (
        <li key={review.id} className="border-t border-line pt-6">
          <StoreReviewCard review={review} />
        </li>
      ))}
    </ul>
  )
}

function StoreReviewCard({ review }: { review: StoreReviewData }) {
  return (
    <article className="flex h-full flex-col gap-3">
      <Stars rating={review.rating} />
      <p className="text-sm whitespace-pre-line wrap-anywhere">{review.review}</p>
      <p className="text-xs text-ink-soft">
        {review.userName}
        {' · '}
        <LocalDate iso={review.createdAt} />
      </p>
      <ReviewedProduct product={review.product} />
    </article>
  )
}

/** Renders the reviewed product; one that is no longer offered has no link. */
function ReviewedProduct({ product: { id, name, image } }: { product: StoreReviewData['product'] }) {
  const content = (
    <>
      <span className="relative size-14 shrink-0 overflow-hidden bg-stone">
        <ProductPicture image={image ?? undefined} alt="" sizes="56px" />
      </span>
      <span className="line-clamp-2 min-w-0 text-sm underline-offset-4 group-hover:underline">{name}</span>
    </>
  )
  const shape = 'group mt-auto flex items-center gap-3 pt-1'
  return id === null ? (
    <p className={`${shape} text-ink-soft`}>{content}</p>
  ) : (
    <Link href={`/product/${id}`} className={shape}>
      {content}
    </Link>
  )
}
