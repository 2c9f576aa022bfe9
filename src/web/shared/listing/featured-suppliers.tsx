import type { FeaturedSupplierData } from '#features/catalogue/catalog/contract.ts'
import { Link } from '#web/ui/link.tsx'
import type { LoadedList } from '../loading/loaded-list.ts'
import { ProductPicture } from '../product/product-picture.tsx'
import { Stars } from '../product/stars.tsx'

/** Renders four featured suppliers (MKT-23, MKT-24), or nothing if there are none. */
export function FeaturedSuppliers({ suppliers }: { suppliers: LoadedList<FeaturedSupplierData> }) {
  if (suppliers.items.length === 0 && suppliers.failure === undefined) return null
  return (
    <section aria-labelledby="featured-suppliers" className="flex flex-col gap-6">
      <div>
        <h2 id="featured-suppliers" className="text-xl">
          Featured Suppliers
        </h2>
        <p className="mt-2 text-sm text-ink-soft">
          Chosen by us, or top rated by their buyers. These places aren’t for sale.
        </p>
      </div>
      {suppliers.failure === undefined ? (
        <ul className="grid gap-x-6 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
          {suppliers.items.map((supplier) => (
            <li key={supplier.id}>
              <SupplierCard supplier={supplier} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-ink-soft">{suppliers.failure}</p>
      )}
    </section>
  )
}

function SupplierCard({ supplier }: { supplier: FeaturedSupplierData }) {
  return (
    <article className="group relative grid h-full grid-cols-[7.5rem_1fr] gap-4 sm:flex sm:flex-col">
      <span className="relative block aspect-square self-start overflow-hidden bg-stone sm:w-full">
        <ProductPicture
          image={supplier.image ?? undefined}
          alt=""
          sizes="(min-width: 64rem) 22vw, (min-width: 30rem) 46vw, 120px"
        />
      </span>
      <div className="flex min-w-0 flex-col items-start gap-1.5">
        <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-soft tabular-nums">
          <Stars rating={supplier.rating} />
          <span>{supplier.ratingCount === 0 ? 'No reviews' : supplier.rating.toFixed(1)}</span>
        </p>
        <h3 className="font-sans text-base font-medium tracking-normal wrap-anywhere">{supplier.title}</h3>
        <p className="line-clamp-3 text-sm wrap-anywhere text-ink-soft">{supplier.description}</p>
        {/* The link's ::after box covers the whole card. */}
        <Link
          href={`/store-profile?id=${supplier.id}`}
          className="text-link mt-auto inline-flex min-h-8 items-center text-sm after:absolute after:inset-0"
        >
          Read More
          <span className="sr-only">{` about ${supplier.title}`}</span>
        </Link>
      </div>
    </article>
  )
}
