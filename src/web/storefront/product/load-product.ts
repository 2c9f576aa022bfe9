import type {
  ProductCardData,
  ProductDetailData,
  WithdrawnPieceData,
} from '#features/catalogue/catalog/contract.ts'
import type { PostedForm } from '#platform/http/calls/endpoint.ts'
import { type Call, isApiFailure, messageOf } from '#web/app/calls/api.ts'
import { pageNotFound } from '#web/app/navigation.ts'
import type { PageContext } from '#web/app/page.ts'
import { placeOf } from '#web/shared/address/place-of.ts'
import { type LoadedPart, loadedPart } from '#web/shared/loading/loaded-component.ts'
import type { LoadedWithdrawn } from './product-withdrawn.tsx'
import { type LoadedReviews, loadReviews } from './reviews/load-reviews.ts'

/** So many cards make one row on wide screens. */
const SHOWN = 4

type Lists<Pieces> = Readonly<{ boughtTogether: Pieces; supplierPieces: Pieces }>

/**
 * What the two rows of related pieces show: never the piece itself, and in the second row nothing of the first as
 * long as there is anything else (PDP-42).
 */
export function relatedChoice(
  id: string,
  found: Lists<readonly ProductCardData[]>,
): Lists<readonly ProductCardData[]> {
  const boughtTogether = found.boughtTogether.filter((piece) => piece.id !== id).slice(0, SHOWN)
  const shown = new Set(boughtTogether.map((piece) => piece.id))
  const others = found.supplierPieces.filter((piece) => piece.id !== id)
  const fresh = others.filter((piece) => !shown.has(piece.id))
  return { boughtTogether, supplierPieces: (fresh.length > 0 ? fresh : others).slice(0, SHOWN) }
}

/** A piece with all that its page shows. */
export type LoadedProduct = Readonly<{
  product: ProductDetailData
  /** City and country in words. Found once, by whoever loads: two machines may name a country differently. */
  supplierPlace: string
  reviews: LoadedReviews
  /** The form of a review that was sent without script and refused. */
  posted?: PostedForm | undefined
  boughtTogether: LoadedPart<ProductCardData>
  supplierPieces: LoadedPart<ProductCardData>
}>

/** What the page of a piece is opened with: everything, what there is in its place, or the message why there is nothing. */
export type ProductPageData = LoadedProduct | LoadedWithdrawn | Readonly<{ failure: string }>

/**
 * A piece with its reviews and related pieces. Parts that cannot be loaded say so and leave the others (PDP-44); a
 * piece that does not exist is the missing page with the server's message (PDP-45).
 */
export async function loadProduct({ call, params, search, posted }: PageContext): Promise<ProductPageData> {
  const id = params['id'] ?? ''
  const reviews = loadReviews(call, id, search)
  const boughtTogether = loadBoughtTogether(call, id)
  try {
    const { getProduct: product } = await call('GET /shop/getProductsByID/{id}', { params: { id } })
    const supplierPieces = await loadSupplierPieces(call, product.manufacturer.id)
    const related = { boughtTogether: await boughtTogether, supplierPieces }
    const shown = relatedChoice(product.id, {
      boughtTogether: related.boughtTogether.items,
      supplierPieces: related.supplierPieces.items,
    })
    return {
      product,
      supplierPlace: placeOf(product.manufacturer),
      reviews: await reviews,
      posted,
      boughtTogether: { ...related.boughtTogether, items: shown.boughtTogether },
      supplierPieces: { ...related.supplierPieces, items: shown.supplierPieces },
    }
  } catch (error) {
    const withdrawn = withdrawnIn(error)
    if (withdrawn) return { withdrawn, others: await loadOthers(call, withdrawn) }
    if (isApiFailure(error) && error.status === 404) throw pageNotFound(error.message)
    // What cannot even be an id names no piece either.
    if (isApiFailure(error) && error.status === 400) throw pageNotFound('Product not found')
    return { failure: messageOf(error, 'Something went wrong, please try again later.') }
  }
}

/** The piece that a refusal says was offered once. */
function withdrawnIn(error: unknown): WithdrawnPieceData | undefined {
  if (!isApiFailure(error) || error.code !== 'product_withdrawn') return undefined
  // What the contract says of this refusal's details.
  return error.details as WithdrawnPieceData
}

async function loadOthers(call: Call, { category }: WithdrawnPieceData): Promise<readonly ProductCardData[]> {
  const answer = call('GET /shop/getAllProducts', { query: { category, sort: 'popular', limit: 8 } })
  return (
    await loadedPart(
      answer.then(({ getProduct }) => getProduct),
      RELATED_FAILED,
    )
  ).items
}

async function loadBoughtTogether(call: Call, id: string): Promise<LoadedPart<ProductCardData>> {
  return loadedPart(call('GET /shop/getFrequentlyBoughtProduct/{id}', { params: { id } }), RELATED_FAILED)
}

async function loadSupplierPieces(call: Call, id: string): Promise<LoadedPart<ProductCardData>> {
  const answer = call('GET /shop/getManufacturerProducts/{id}', { params: { id } })
  return loadedPart(
    answer.then(({ getProducts }) => getProducts),
    RELATED_FAILED,
  )
}

const RELATED_FAILED = 'Failed to load related products'
