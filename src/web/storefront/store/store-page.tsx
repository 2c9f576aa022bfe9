import { importWithRetry } from '#web/app/hydration/import-with-retry.ts'
import type { ProductCardData } from '#features/catalogue/catalog/contract.ts'
import { page, type ViewProps } from '#web/app/router/page.ts'
import { breadcrumbData, toGraph } from '#web/app/document/structured-data.ts'
import { lazySection } from '#web/shared/loading/lazy-section.tsx'
import type { LoadedList } from '#web/shared/loading/loaded-list.ts'
import { useFailureToast } from '#web/shared/loading/use-failure-toast.ts'
import { picturePath, socialPicturePath } from '#web/shared/product/picture-sources.ts'
import { ProductGrid, ProductGridSkeleton } from '#web/shared/product/product-grid.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { LoadedStore, StorePageData } from './load-store.ts'
import { MainProducts } from './store-products.tsx'
import { StoreHeader } from './store-header.tsx'
import { StoreNav } from './store-nav.tsx'
import { readStoreSearch, storeHref } from './store-search.ts'
import { useState } from 'react'

/** The sections far below the fold; exported for callers that render the page without loading it. */
export const lazyStoreDetails = lazySection(async () => (await import('./store-details.tsx')).StoreDetails)

/** /store-profile?id={supplier}: a supplier's store; without an ID, that of a featured supplier. */
export const storePage = page({
  load: async ({ call, search }) => {
    const [{ loadStore }] = await Promise.all([
      importWithRetry(() => import('./load-store.ts')),
      lazyStoreDetails.prepare(),
    ])
    const data = await loadStore(call, readStoreSearch(search))
    return data
  },
  head: getPageHead,
  View: StorePageView,
  Pending: StoreSkeleton,
})

function getPageHead(data: StorePageData) {
  if ('failure' in data) return { title: 'Store', isPrivate: true }
  const { store, place, pictures } = data
  const [first] = pictures
  return {
    title: `${store.name}, ${place}`,
    description:
      store.description?.slice(0, 160) ?? `Jewellery by ${store.name}, ${place}, a verified supplier.`,
    canonical: storeHref({ id: store.id }),
    // Rendered on the server only: search engines read the server's HTML.
    ...(import.meta.env.SSR ? { jsonLd: (origin: string) => storeJsonLd(data, origin) } : {}),
    image: socialPicturePath(first),
    ...(first?.key ? { imageAlt: first.alt || `A product by ${store.name}` } : {}),
  }
}

/** Renders the page of a loaded store. */
export function StorePageView({ data, search }: ViewProps<StorePageData>) {
  if ('failure' in data)
    return <StoreFailure message={data.failure} href={storeHref(readStoreSearch(search))} />
  return <StoreView key={data.store.id} data={data} search={search} />
}

function StoreView({ data, search: query }: { data: LoadedStore; search: ViewProps<unknown>['search'] }) {
  const search = { ...readStoreSearch(query), id: data.store.id }
  // The data at the time the store was opened: a category toggle reloads all data, but a lazy section's props must not
  // change.
  const [{ reviews, store, shipsFrom }] = useState(data)
  useFailureToast(data.products, data.products.failure)
  return (
    <>
      <StoreHeader data={data} />
      <StoreNav name={data.store.name} search={search} />
      <div className="page-width flex flex-col gap-14 py-10 md:gap-20 md:py-14">
        <NewArrivals arrivals={data.arrivals} />
        <MainProducts products={data.products} search={search} />
        <lazyStoreDetails.View
          className="flex flex-col gap-14 md:gap-20"
          reviews={reviews}
          store={store}
          shipsFrom={shipsFrom}
        />
      </div>
    </>
  )
}

function StoreFailure({ message, href }: { message: string; href: string }) {
  return (
    <section className="page-width flex flex-col items-center gap-4 py-24 text-center md:py-36">
      <h1 className="text-2xl">We couldn’t load this store</h1>
      <p className="max-w-prose text-ink-soft">{message}</p>
      <ButtonLink href={href} variant="outline" className="mt-4">
        Try again
      </ButtonLink>
    </section>
  )
}

/** Renders the newest products of a store, newest first (STORE-03). */
function NewArrivals({ arrivals }: { arrivals: LoadedList<ProductCardData> }) {
  return (
    <section
      id="new-arrivals"
      tabIndex={-1}
      aria-labelledby="new-arrivals-title"
      className="flex lg:scroll-mt-20 flex-col gap-6"
    >
      <h2 id="new-arrivals-title" className="text-xl">
        New Arrivals
      </h2>
      {arrivals.items.length > 0 ? (
        // In rows of three, the fourth product would be alone in its row.
        <div className="md:max-lg:[&_li:nth-child(4)]:hidden">
          <ProductGrid products={arrivals.items} />
        </div>
      ) : (
        <p className="text-ink-soft">{arrivals.failure ?? 'No products found'}</p>
      )}
    </section>
  )
}

/**
 * Returns a store and its breadcrumb as structured data (schema.org/Store). A rating is included only if there are
 * ratings. `origin` makes addresses absolute.
 */
export function storeJsonLd({ store, pictures }: LoadedStore, origin: string): object {
  const { rating, ratingCount } = store.measured
  const href = storeHref({ id: store.id })
  return toGraph(
    {
      '@type': 'Store',
      '@id': origin + href,
      name: store.name,
      url: origin + href,
      ...(store.description ? { description: store.description } : {}),
      ...(pictures.length > 0 ? { image: pictures.map((picture) => origin + picturePath(picture)) } : {}),
      address: {
        '@type': 'PostalAddress',
        addressCountry: store.country,
        ...(store.city ? { addressLocality: store.city } : {}),
      },
      ...(ratingCount > 0
        ? { aggregateRating: { '@type': 'AggregateRating', ratingValue: rating, ratingCount } }
        : {}),
    },
    breadcrumbData(
      [{ label: 'Home', href: '/' }, { label: 'Marketplace', href: '/marketplace' }, { label: store.name }],
      origin,
    ),
  )
}

/** Renders the skeleton of a store page. */
function StoreSkeleton() {
  return (
    <div aria-busy="true">
      <div className="bg-mist">
        <div className="page-width grid items-center gap-8 py-6 md:py-10 lg:grid-cols-12 lg:gap-12">
          <div className="flex flex-col gap-4 lg:col-span-6">
            <Skeleton className="h-6 w-1/2" />
            <Skeleton className="mt-6 h-12 w-3/4" />
            <Skeleton className="h-6 w-1/3" />
            <Skeleton className="h-24 w-full" />
            <Skeleton className="h-11 w-2/3" />
          </div>
          <Skeleton className="aspect-3/2 lg:col-span-6" />
        </div>
      </div>
      <div className="page-width flex flex-col gap-8 py-14">
        <Skeleton className="h-8 w-48" />
        <ProductGridSkeleton count={4} />
      </div>
    </div>
  )
}
