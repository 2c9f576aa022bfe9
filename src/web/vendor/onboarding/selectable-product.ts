import type { ProductCardData, ProductImageData } from '#features/catalogue/catalog/contract.ts'
import type { SelectionItemData } from '#features/stores/connections/contract.ts'
import { toPriceView } from '#web/shared/product/price-view.ts'

/** A vendor's settings of a product; null follows the marketplace. The retail price is in `retailCurrency`. */
export type RetailSettings = Readonly<{
  retailPrice: number | null
  retailCurrency: string | null
  quantity: number | null
}>

/**
 * A product of the marketplace in a vendor's table, with the marketplace's price in dollars, its stock, and the
 * vendor's settings.
 */
export type SelectableProduct = RetailSettings &
  Readonly<{
    id: string
    name: string
    image: ProductImageData | undefined
    price: number
    stock: number
    isOffered: boolean
    /** The price by the vendor's rules, in `ruleCurrency`; omitted if unknown, null without a rule. */
    rulePrice?: number | null
    ruleCurrency?: string | null
    sync: SelectionItemData['sync'] | undefined
  }>

const DEFAULT_RETAIL_SETTINGS: RetailSettings = { retailPrice: null, retailCurrency: null, quantity: null }

/** Returns a listed product without the vendor's settings. */
export function fromProductCard({
  id,
  name,
  price,
  offerPrice,
  stock,
  ...card
}: ProductCardData): SelectableProduct {
  return {
    ...DEFAULT_RETAIL_SETTINGS,
    id,
    name,
    stock,
    price: toPriceView(price, offerPrice).newPrice,
    image: card.product_images[0],
    isOffered: true,
    sync: undefined,
  }
}

/** Returns a product of the stored selection. */
export function fromSelected({ productId, image, ...selected }: SelectionItemData): SelectableProduct {
  return { ...selected, id: productId, image: image ?? undefined }
}
