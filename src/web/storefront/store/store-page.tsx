import { useState } from 'react'
import { page } from '#web/app/page.ts'
import type { ViewProps } from '#web/app/page.ts'
import { late } from '#web/shared/loading/lazy.tsx'
import { readStoreSearch, storeHref } from './store-search.ts'
import { socialPicturePath } from '#web/shared/product/picture-sources.ts'
import { useFailureToast } from '#web/shared/loading/use-failure-toast.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { loadStore } from './load-store.ts'
import type { LoadedStore, StorePageData } from './load-store.ts'
import { MainProducts } from './main-products.tsx'
import { NewArrivals } from './new-arrivals.tsx'
import { StoreHeader } from './store-header.tsx'
import { storeJsonLd } from './store-json-ld.ts'
import { StoreNav } from './store-nav.tsx'
import { StoreSkeleton } from './store-skeleton.tsx'

/** Far below the fold; exported for those who draw the page without loading it. */
export const Below = late(async () => (await import('./store-below.tsx')).StoreBelow)

/** /store-profile?id={supplier}: a supplier's store; without an id a featured supplier's. */
export const storePage = page({
  load: async ({ call, search }) => {
    const [data] = await Promise.all([loadStore(call, readStoreSearch(search)), Below.prepare()])
    return data
  },
  head: headOf,
  View: StorePage,
  Pending: StoreSkeleton,
})

function headOf(data: StorePageData) {
  if ('failure' in data) return { title: 'Store', isPrivate: true }
  const { store, place, pictures } = data
  const [first] = pictures
  return {
    title: `${store.name}, ${place}`,
    description: store.story?.slice(0, 160) ?? `Jewellery by ${store.name}, ${place}, a verified supplier.`,
    canonical: storeHref({ id: store.id }),
    // For search engines, which read what the server writes.
    ...(import.meta.env.SSR ? { jsonLd: (origin: string) => storeJsonLd(data, origin) } : {}),
    image: socialPicturePath(first),
    ...(first?.key ? { imageAlt: first.alt || `A piece by ${store.name}` } : {}),
  }
}

/** What the page shows of what was loaded. */
export function StorePage({ data, search }: ViewProps<StorePageData>) {
  if ('failure' in data)
    return <StoreFailure message={data.failure} href={storeHref(readStoreSearch(search))} />
  return <StoreView key={data.store.id} data={data} search={search} />
}

function StoreView({ data, search: query }: { data: LoadedStore; search: ViewProps<unknown>['search'] }) {
  const search = { ...readStoreSearch(query), id: data.store.id }
  // As it was when the store was opened: a toggle loads all anew, and a late part must be given the same again.
  const [{ reviews, store, shipsFrom }] = useState(data)
  useFailureToast(data.pieces, data.pieces.failure)
  return (
    <>
      <StoreHeader data={data} />
      <StoreNav name={data.store.name} search={search} />
      <div className="page-width flex flex-col gap-14 py-10 md:gap-20 md:py-14">
        <NewArrivals arrivals={data.arrivals} />
        <MainProducts pieces={data.pieces} search={search} />
        <Below.View
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
      <h1 className="text-2xl">The store could not be shown</h1>
      <p className="max-w-prose text-ink-soft">{message}</p>
      <ButtonLink href={href} look="outline" className="mt-4">
        Try again
      </ButtonLink>
    </section>
  )
}
