import type { ProductCardData, ProductImageData } from '#features/catalogue/catalog/contract.ts'
import type { SelectedData } from '#features/stores/connections/contract.ts'
import { priceShown } from '#web/shared/product/price-view.ts'

/** What a vendor wants of a piece; null follows the marketplace. A retail price is in `retailCurrency`. */
export type Wish = Readonly<{
  retailPrice: number | null
  retailCurrency: string | null
  quantity: number | null
}>

/** A piece of the marketplace in a vendor's table: what the marketplace asks (dollars) and has, and what the vendor wants. */
export type TablePiece = Wish &
  Readonly<{
    id: string
    name: string
    image: ProductImageData | undefined
    price: number
    stock: number
    isOffered: boolean
    sync: SelectedData['sync'] | undefined
  }>

const NO_WISH: Wish = { retailPrice: null, retailCurrency: null, quantity: null }

/** A piece as the marketplace lists it, of which nothing is wanted yet. */
export function pieceOfCard({ id, name, price, offerPrice, stock, ...card }: ProductCardData): TablePiece {
  return {
    ...NO_WISH,
    id,
    name,
    stock,
    price: priceShown(price, offerPrice).newPrice,
    image: card.product_images[0],
    isOffered: true,
    sync: undefined,
  }
}

/** A piece as the server keeps it in a selection. */
export function pieceOfSelected({ productId, image, ...selected }: SelectedData): TablePiece {
  return { ...selected, id: productId, image: image ?? undefined }
}
