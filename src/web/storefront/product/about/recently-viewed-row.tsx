import { useEffect, useId, useState } from 'react'
import type { ProductCardData } from '#features/catalogue/catalog/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { formatDollars, toPriceView } from '#web/shared/product/price-view.ts'
import { ProductPicture } from '#web/shared/product/product-picture.tsx'
import { toast } from '#web/app/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { clearRecentlyViewed, readRecentlyViewed } from './recently-viewed.ts'

/**
 * Renders the recently viewed products of this browser, without the current one. It renders nothing if there are none,
 * or if they could not be loaded.
 */
export function RecentlyViewedRow({ productId }: { productId: string }) {
  const [products, setProducts] = useState<readonly ProductCardData[]>([])
  const heading = useId()
  useEffect(() => {
    const controller = new AbortController()
    loadRecentlyViewed(productId, controller.signal).then(setProducts, () => undefined)
    return () => controller.abort()
  }, [productId])

  function forget(): void {
    clearRecentlyViewed()
    setProducts([])
    toast.success('Recently viewed products cleared')
    document.getElementById('main')?.focus({ preventScroll: true })
  }

  if (products.length === 0) return null
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={heading} className="text-xl">
          Recently viewed
        </h2>
        <Button variant="quiet" size="sm" onClick={forget}>
          Clear
        </Button>
      </div>
      <ul className="-mx-1 flex gap-4 overflow-x-auto px-1 pt-1 pb-4 md:gap-6">
        {products.map((product) => (
          <li key={product.id} className="w-36 shrink-0 md:w-44">
            <ViewedProduct product={product} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Renders a product smaller than a card, as the shopper recognises it by its picture. */
function ViewedProduct({ product }: { product: ProductCardData }) {
  const { newPrice } = toPriceView(product.price, product.offerPrice)
  return (
    <Link href={`/product/${product.id}`} className="group flex flex-col gap-1 text-sm">
      <span className="relative mb-2 block aspect-square overflow-hidden bg-stone">
        <ProductPicture image={product.product_images[0]} alt="" sizes="176px" />
      </span>
      <span className="line-clamp-2 underline-offset-4 group-hover:underline">{product.name}</span>
      <span className="text-ink-soft tabular-nums">{formatDollars(newPrice)}</span>
    </Link>
  )
}

async function loadRecentlyViewed(
  productId: string,
  signal: AbortSignal,
): Promise<readonly ProductCardData[]> {
  const ids = readRecentlyViewed().filter((id) => id !== productId)
  if (ids.length === 0) return []
  const { getProduct } = await call(
    'GET /shop/getProductsByIDs',
    { query: { ids: ids.join(',') } },
    { signal },
  )
  return getProduct
}
