import type {
  ProductCardData,
  ProductDetailData,
  WithdrawnProductData,
} from '#features/catalogue/catalog/contract.ts'
import type { RejectedForm } from '#platform/http/calls/endpoint.ts'
import { type Call, isApiFailure, explainError } from '#web/app/calls/api.ts'
import { pageNotFound } from '#web/app/router/navigation.ts'
import type { PageContext } from '#web/app/router/page.ts'
import { formatPlace } from '#web/shared/address/format-place.ts'
import { type LoadedList, toLoadedList } from '#web/shared/loading/loaded-list.ts'
import type { WithdrawnProductPageData } from './product-withdrawn.tsx'
import { type LoadedReviews, loadReviews } from './reviews/load-reviews.ts'

/** The number of cards in a row on wide screens. */
const SHOWN_PRODUCTS = 4

type RelatedLists<Products> = Readonly<{ boughtTogether: Products; supplierProducts: Products }>

/**
 * Returns the products of the two related rows. Neither contains the product itself, and the second repeats none of the
 * first as long as there are others (PDP-42).
 */
export function selectRelated(
  id: string,
  found: RelatedLists<readonly ProductCardData[]>,
): RelatedLists<readonly ProductCardData[]> {
  const boughtTogether = found.boughtTogether.filter((product) => product.id !== id).slice(0, SHOWN_PRODUCTS)
  const shownIds = new Set(boughtTogether.map((product) => product.id))
  const otherProducts = found.supplierProducts.filter((product) => product.id !== id)
  const fresh = otherProducts.filter((product) => !shownIds.has(product.id))
  return {
    boughtTogether,
    supplierProducts: (fresh.length > 0 ? fresh : otherProducts).slice(0, SHOWN_PRODUCTS),
  }
}

/** A product with all that its page shows. */
export type LoadedProduct = Readonly<{
  product: ProductDetailData
  /** City and country, formatted once while loading, as server and browser may name a country differently. */
  supplierPlace: string
  reviews: LoadedReviews
  /** A review form sent without scripts that was rejected. */
  posted?: RejectedForm | undefined
  boughtTogether: LoadedList<ProductCardData>
  supplierProducts: LoadedList<ProductCardData>
}>

/** The data of a product page: the product, similar products of a withdrawn one, or the message of a failure. */
export type ProductPageData = LoadedProduct | WithdrawnProductPageData | Readonly<{ failure: string }>

/**
 * Loads a product with its reviews and related products. Parts that could not be loaded show an error and do not affect
 * the others (PDP-44); a product that does not exist yields the 404 page with the server's message (PDP-45).
 */
export async function loadProduct({ call, params, search, posted }: PageContext): Promise<ProductPageData> {
  const id = params['id'] ?? ''
  const reviews = loadReviews(call, id, search)
  const boughtTogether = loadBoughtTogether(call, id)
  try {
    const { getProduct: product } = await call('GET /shop/getProductsByID/{id}', { params: { id } })
    const supplierProducts = await loadSupplierProducts(call, product.manufacturer.id)
    const related = { boughtTogether: await boughtTogether, supplierProducts }
    const selected = selectRelated(product.id, {
      boughtTogether: related.boughtTogether.items,
      supplierProducts: related.supplierProducts.items,
    })
    return {
      product,
      supplierPlace: formatPlace(product.manufacturer),
      reviews: await reviews,
      posted,
      boughtTogether: { ...related.boughtTogether, items: selected.boughtTogether },
      supplierProducts: { ...related.supplierProducts, items: selected.supplierProducts },
    }
  } catch (error) {
    const withdrawn = findWithdrawn(error)
    if (withdrawn) return { withdrawn, others: await loadSimilar(call, withdrawn) }
    if (isApiFailure(error) && error.status === 404) throw pageNotFound(error.message)
    // An invalid ID is treated like a product that does not exist.
    if (isApiFailure(error) && error.status === 400) throw pageNotFound('Product not found')
    return { failure: explainError(error, 'Something went wrong, please try again later.') }
  }
}

/** Returns the withdrawn product in the details of an error, if any. */
function findWithdrawn(error: unknown): WithdrawnProductData | undefined {
  if (!isApiFailure(error) || error.code !== 'product_withdrawn') return undefined
  // The contract defines the details of this error.
  return error.details as WithdrawnProductData
}

async function loadSimilar(
  call: Call,
  { category }: WithdrawnProductData,
): Promise<readonly ProductCardData[]> {
  const answer = call('GET /shop/getAllProducts', { query: { category, sort: 'popular', limit: 8 } })
  return (
    await toLoadedList(
      answer.then(({ getProduct }) => getProduct),
      RELATED_FAILED,
    )
  ).items
}

async function loadBoughtTogether(call: Call, id: string): Promise<LoadedList<ProductCardData>> {
  return toLoadedList(call('GET /shop/getFrequentlyBoughtProduct/{id}', { params: { id } }), RELATED_FAILED)
}

async function loadSupplierProducts(call: Call, id: string): Promise<LoadedList<ProductCardData>> {
  const answer = call('GET /shop/getManufacturerProducts/{id}', { params: { id } })
  return toLoadedList(
    answer.then(({ getProducts }) => getProducts),
    RELATED_FAILED,
  )
}

const RELATED_FAILED = 'Failed to load related products'
