import type { LoadedStore } from './load-store.ts'
import { StoreProfile } from './store-profile.tsx'
import { StoreReviews } from './store-reviews.tsx'

/** What stands below the products of a store: nothing in it changes with what is searched for above. */
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
