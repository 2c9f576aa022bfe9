import type {
  CategoryCountData,
  ProductCardData,
  ProductImageData,
} from '#features/catalogue/catalog/contract.ts'
import type { StoreReviewData } from '#features/catalogue/reviews/contract.ts'
import type { StoreData } from '#features/catalogue/suppliers/contract.ts'
import { idPattern } from '#core/ids.ts'
import { isApiFailure, explainError } from '#web/app/calls/api.ts'
import type { Call } from '#web/app/calls/api.ts'
import { pageNotFound } from '#web/app/router/navigation.ts'
import { type LoadedList, toLoadedList } from '#web/shared/loading/loaded-list.ts'
import { formatPlace } from '#web/shared/address/format-place.ts'
import type { StoreSearch } from './store-search.ts'

/** A page of a store's products with counts by category, or `failure`, a message. */
export type StoreProductsData = Readonly<{
  products: readonly ProductCardData[]
  categories: readonly CategoryCountData[]
  total: number
  page: number
  pages: number
  failure?: string
}>

/**
 * A store with everything that its page shows. Countries are formatted once while loading, as server and browser may
 * differ.
 */
export type LoadedStore = Readonly<{
  store: StoreData
  place: string
  /** The places it ships from: warehouse and country. */
  shipsFrom: readonly string[]
  /** Pictures of its most popular products. */
  pictures: readonly ProductImageData[]
  arrivals: LoadedList<ProductCardData>
  products: StoreProductsData
  reviews: LoadedList<StoreReviewData>
}>

/** The data of a store page: everything, or the message of a failure. */
export type StorePageData = LoadedStore | Readonly<{ failure: string }>

/** The number of newest products: a row on wide screens. */
const ARRIVAL_COUNT = 4

/** The number of pictures in the store's header. */
const PICTURE_COUNT = 3

/**
 * Loads the store of an address, or a featured one if it names none (STORE-08). Parts that could not be loaded show an
 * error and do not affect the others; a store that does not exist yields the 404 page.
 */
export async function loadStore(call: Call, search: StoreSearch): Promise<StorePageData> {
  try {
    const id = search.id || (await featuredId(call))
    if (id === undefined || !idPattern('supplier').test(id)) throw pageNotFound()
    const sections = Promise.all([
      loadStoreProducts(call, { ...search, id }),
      loadNewest(call, id),
      loadPictures(call, id),
      loadReviews(call, id),
    ])
    const { getStore: store } = await call('GET /shop/getStoreByID/{id}', { params: { id } })
    const [products, arrivals, pictures, reviews] = await sections
    return {
      store,
      place: formatPlace(store),
      shipsFrom: store.warehouses.map(
        ({ name, country }) => `${name}, ${formatPlace({ city: null, country })}`,
      ),
      pictures,
      arrivals,
      products,
      reviews,
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (isApiFailure(error) && error.status === 404) throw pageNotFound()
    return { failure: explainError(error, 'Something went wrong, please try again later.') }
  }
}

async function featuredId(call: Call): Promise<string | undefined> {
  const { getSuppliers } = await call('GET /shop/getFeaturedSuppliers')
  return getSuppliers[0]?.id
}

/** Loads a page of the store's products; a page past the end returns the last one. */
async function loadStoreProducts(call: Call, search: StoreSearch): Promise<StoreProductsData> {
  try {
    const storeProducts = await fetchStoreProducts(call, search)
    return storeProducts.pages > 0 && search.page > storeProducts.pages
      ? await fetchStoreProducts(call, { ...search, page: storeProducts.pages })
      : storeProducts
  } catch (error) {
    const fallback = search.text === '' ? PRODUCTS_FAILED : 'Search failed. Please try again.'
    const failure = explainError(error, fallback)
    return { products: [], categories: [], total: 0, page: 1, pages: 0, failure }
  }
}

async function fetchStoreProducts(
  call: Call,
  { id, text, category, page }: StoreSearch,
): Promise<StoreProductsData> {
  const query = { page, ...(text === '' ? {} : { search: text }), ...(category ? { category } : {}) }
  const answer = await call('GET /shop/getStoreProducts/{id}', { params: { id }, query })
  const { getProduct: products, categories, total, pages } = answer
  return { products, categories, total, page: answer.page, pages }
}

async function loadNewest(call: Call, id: string): Promise<LoadedList<ProductCardData>> {
  const query = { sort: 'newest', limit: ARRIVAL_COUNT } as const
  const answer = call('GET /shop/getStoreProducts/{id}', { params: { id }, query })
  return toLoadedList(
    answer.then(({ getProduct }) => getProduct),
    PRODUCTS_FAILED,
  )
}

async function loadPictures(call: Call, id: string): Promise<readonly ProductImageData[]> {
  const query = { limit: 2 * PICTURE_COUNT }
  const answer = call('GET /shop/getStoreProducts/{id}', { params: { id }, query })
  const popular = await toLoadedList(
    answer.then(({ getProduct }) => getProduct),
    PRODUCTS_FAILED,
  )
  return popular.items.flatMap(({ product_images: images }) => images.slice(0, 1)).slice(0, PICTURE_COUNT)
}

async function loadReviews(call: Call, id: string): Promise<LoadedList<StoreReviewData>> {
  const answer = call('GET /shop/getStoreReviews/{id}', { params: { id } })
  return toLoadedList(
    answer.then(({ getReview }) => getReview),
    'Failed to load reviews',
  )
}

const PRODUCTS_FAILED = 'Something went wrong, please try again later.'
