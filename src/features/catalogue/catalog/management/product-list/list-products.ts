import type { Queryable } from '#database/database.ts'
import { notFound } from '#core/errors.ts'
import { smallPicturePath } from '#core/media-path.ts'
import type { ListedProductData } from './contract.ts'
import {
  type ProductListFilter,
  type ProductRow,
  selectListedProduct,
  selectProductPage,
} from './list-queries.ts'
import type { ProductSort } from './shapes.ts'

type ProductListRequest = ProductListFilter & Readonly<{ sort: ProductSort; page: number; pageSize: number }>

/** Returns a page of the products of a store. */
export async function listStoreProducts(db: Queryable, request: ProductListRequest) {
  const { page, pageSize, ...filter } = request
  const offset = (page - 1) * pageSize
  const { products, total } = await selectProductPage(db, { ...filter, limit: pageSize, offset })
  return {
    products: products.map(toListedProduct),
    page,
    pages: Math.max(1, Math.ceil(total / pageSize)),
    total,
  }
}

/** Returns a product of a store in the shape of lists. Throws `product_not_found`. */
export async function getListedProduct(
  db: Queryable,
  supplierId: number,
  publicId: string,
): Promise<ListedProductData> {
  const product = await selectListedProduct(db, supplierId, publicId)
  if (!product)
    throw notFound('product_not_found', 'We couldn’t find this product. It may have been removed.')
  return toListedProduct(product)
}

function toListedProduct({
  pictureKey,
  createdAt,
  updatedAt,
  variants,
  ...product
}: ProductRow): ListedProductData {
  const wholesalePrices = variants.flatMap(({ wholesaleCents }) => wholesaleCents ?? [])
  return {
    ...product,
    picture: pictureKey === null ? null : smallPicturePath(pictureKey),
    prices: toRange(variants.map(({ priceCents }) => priceCents)) ?? { min: 0, max: 0 },
    wholesalePrices: toRange(wholesalePrices),
    withoutWholesale: variants.length - wholesalePrices.length,
    minimumRetailPrices: toRange(variants.flatMap(({ minimumRetailCents }) => minimumRetailCents ?? [])),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    variants: [...variants],
  }
}

function toRange(amounts: readonly number[]): { min: number; max: number } | null {
  return amounts.length === 0 ? null : { min: Math.min(...amounts), max: Math.max(...amounts) }
}
