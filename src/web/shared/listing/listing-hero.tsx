import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ProductGridSkeleton } from '../product/product-grid.tsx'

/** Renders the head of a listing page: the breadcrumb, and the two headlines (MKT-01, MKT-02). */
export function ListingHero({ here }: { here: string }) {
  return (
    <header className="relative isolate overflow-hidden bg-mist">
      <HeroPicture />
      <div className="page-width py-3 md:py-14">
        <nav aria-label="Breadcrumb" className="text-xs text-ink-soft md:text-sm">
          <Link href="/" className="text-link">
            Home
          </Link>
          {' / '}
          <span aria-current="page" className="text-ink">
            {here}
          </span>
        </nav>
        <h1 className="mt-1 text-lg md:mt-4 md:max-w-[20ch] md:text-2xl">
          Top-selling products from Verified Suppliers
        </h1>
        <p className="mt-1 flex items-center gap-3 text-xs md:mt-3 md:text-base text-ink-soft before:h-px before:w-8 before:bg-gold">
          Limited-time offers updated weekly
        </p>
      </div>
    </header>
  )
}

/** Renders the hero picture, which is hidden below wide screens. As it is lazy, it is not fetched there. */
function HeroPicture() {
  return (
    <picture>
      <source
        type="image/avif"
        srcSet="/banners/marketplace-700.avif 700w, /banners/marketplace-1400.avif 1400w"
        sizes="50vw"
      />
      <img
        src="/banners/marketplace-700.webp"
        alt=""
        width={1400}
        height={815}
        loading="lazy"
        className="absolute inset-y-0 end-0 -z-10 hidden h-full w-1/2 object-cover object-[50%_14%] lg:block"
      />
    </picture>
  )
}

/** Renders the skeleton of a listing page; `here` is the page's name. */
export function ListingSkeleton({ here }: { here: string }) {
  return (
    <div aria-busy="true">
      <ListingHero here={here} />
      <div className="page-width flex flex-col gap-2 pt-1 pb-10 md:gap-8 md:py-10">
        <Skeleton className="h-10 w-full md:h-32" />
        <Skeleton className="h-10 w-2/3" />
        <ProductGridSkeleton count={12} />
      </div>
    </div>
  )
}
