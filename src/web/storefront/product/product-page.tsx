import { categoryLabel } from '#web/shared/product/category-names.ts'
import { importWithRetry } from '#web/app/hydration/import-with-retry.ts'
import { page, type PageContext, type PageHead, type ViewProps } from '#web/app/router/page.ts'
import { lazySection } from '#web/shared/loading/lazy-section.tsx'
import type { LoadedList } from '#web/shared/loading/loaded-list.ts'
import { useFailureToast } from '#web/shared/loading/use-failure-toast.ts'
import { socialPicturePath } from '#web/shared/product/picture-sources.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { truncateHtmlText } from './about/plain-text.ts'
import { BuyBar } from './buying/buy-bar.tsx'
import { ProductPurchase } from './buying/product-purchase.tsx'
import { toProductOffer } from './buying/product-offer.ts'
import type { CurrentHoliday } from './buying/store-holiday.ts'
import { useAddToCart, useProductSelection } from './buying/use-product-selection.ts'
import { initialVariant } from './buying/variant-selection.ts'
import { Gallery } from './gallery/gallery.tsx'
import type { LoadedProduct, ProductPageData } from './load-product.ts'
import { productJsonLd } from './product-json-ld.ts'
import { lazyDeliveryEstimate } from './shipping/shipping-box.tsx'
import { useEffect, useRef, useState } from 'react'

const lazyProductAbout = lazySection(async () => (await import('./about/product-about.tsx')).ProductAbout)
const lazyRelatedSections = lazySection(
  async () => (await import('./about/related-sections.tsx')).RelatedSections,
)

/** Loads the lazily hydrated components; exported for callers that render the page without its loader. */
export async function prepareLazySections(): Promise<void> {
  await Promise.all([
    lazyProductAbout.prepare(),
    lazyRelatedSections.prepare(),
    lazyDeliveryEstimate.prepare(),
  ])
}

/** Renders the page of a missing product, loaded lazily as it is rarely shown. */
export const Missing = lazySection(async () => (await import('./product-fallbacks.tsx')).ProductMissing)
export const Failure = lazySection(async () => (await import('./product-fallbacks.tsx')).ProductFailure)
export const lazyProductWithdrawn = lazySection(
  async () => (await import('./product-withdrawn.tsx')).ProductWithdrawn,
)

/** /product/{id}: a product with all its details and its purchase. */
export const productPage = page({
  load: async (context) => {
    const [data] = await Promise.all([loadOrPrepareMissing(context), prepareLazySections()])
    if ('withdrawn' in data) await lazyProductWithdrawn.prepare()
    if ('failure' in data) await Failure.prepare()
    return data
  },
  head: getPageHead,
  View: ProductPage,
  Missing: (props) => <Missing.View className="" {...props} />,
  Pending: ProductSkeleton,
})

async function loadOrPrepareMissing(context: PageContext): Promise<ProductPageData> {
  try {
    const { loadProduct } = await importWithRetry(() => import('./load-product.ts'))
    return await loadProduct(context)
  } catch (error) {
    await Missing.prepare()
    throw error
  }
}

function getPageHead(
  data: ProductPageData,
  { search }: Pick<ViewProps<ProductPageData>, 'search'>,
): PageHead {
  if ('failure' in data) return { title: 'Product', isUnlisted: true, status: 503 }
  if ('withdrawn' in data)
    return { title: `${data.withdrawn.name} is no longer offered`, isUnlisted: true, status: 410 }
  const { product, reviews } = data
  return {
    title: product.name,
    description: truncateHtmlText(product.description, 160),
    // Rendered on the server only: search engines and social networks read the server's HTML.
    ...(import.meta.env.SSR ? getSharedHead(product, reviews, search['variant']) : {}),
  }
}

function getSharedHead(
  product: LoadedProduct['product'],
  reviews: LoadedProduct['reviews'],
  variantId: string | undefined,
): Partial<PageHead> {
  // A shared variant has its own picture; the canonical URL is that of the product.
  const variant = product.variants.find(({ id }) => id === variantId)
  const { image } = toProductOffer(product, variant)
  return {
    price: toProductOffer(product, initialVariant(product.variants)).newPrice.toFixed(2),
    jsonLd: (origin: string) => productJsonLd(product, { reviews: reviews.items, origin }),
    image: socialPicturePath(image),
    ...(image?.key ? { imageAlt: image.alt || product.name } : {}),
  }
}

/** Renders the page of a loaded product. */
export function ProductPage({ data, search }: ViewProps<ProductPageData>) {
  if ('failure' in data) return <Failure.View className="" data={data} />
  if ('withdrawn' in data)
    return <lazyProductWithdrawn.View className="page-width py-16 md:py-24" data={data} />
  // The key resets the selection for another product.
  return <ProductView key={data.product.id} {...data} requestedVariant={search['variant']} />
}

function useRecentlyViewed(productId: string): void {
  useEffect(
    () =>
      void import('./about/recently-viewed.ts').then(({ recordRecentlyViewed }) =>
        recordRecentlyViewed(productId),
      ),
    [productId],
  )
}

/** Returns the store's current holiday after hydration: pages are cached, so the browser's clock determines it. */
function useStoreHoliday({ holiday, name }: LoadedProduct['product']['manufacturer']) {
  const [current, setCurrent] = useState<CurrentHoliday>()
  useEffect(() => {
    if (holiday)
      void import('./buying/store-holiday.ts').then(({ describeHoliday }) =>
        setCurrent(describeHoliday(holiday, name, new Date())),
      )
  }, [holiday, name])
  return current
}

function ProductView(props: LoadedProduct & { requestedVariant: string | undefined }) {
  const { product, reviews, boughtTogether, supplierProducts } = props
  const choice = useProductSelection(product, props.requestedVariant)
  const addToCart = useAddToCart(product, choice)
  const button = useRef<HTMLButtonElement>(null)
  const holiday = useStoreHoliday(product.manufacturer)
  useFailureToast(reviews, reviews.failure)
  useFailureToast(boughtTogether, findRelatedFailure(boughtTogether, supplierProducts))
  useRecentlyViewed(product.id)
  return (
    <>
      <div className="page-width flex flex-col gap-12 pt-6 pb-16 md:gap-20 md:pt-10 md:pb-24">
        <div className="flex flex-col gap-6">
          <ProductBreadcrumb product={product} />
          <div className="grid gap-8 md:grid-cols-2 lg:grid-cols-12 lg:gap-12">
            <div className="min-w-0 lg:col-span-7">
              <Gallery
                images={product.product_images}
                title={product.name}
                index={choice.imageIndex}
                onIndex={choice.setImageIndex}
              />
            </div>
            <div className="min-w-0 lg:col-span-5">
              <ProductPurchase
                product={product}
                choice={choice}
                button={button}
                holiday={holiday}
                onAdd={addToCart}
              />
            </div>
          </div>
        </div>
        <lazyProductAbout.View
          className={SECTIONS_CLASS}
          product={product}
          reviews={reviews}
          posted={props.posted}
        />
        <lazyRelatedSections.View
          className={SECTIONS_CLASS}
          product={product}
          supplierPlace={props.supplierPlace}
          boughtTogether={boughtTogether}
          supplierProducts={supplierProducts}
        />
      </div>
      <BuyBar
        offer={toProductOffer(product, choice.variant)}
        variantTitle={product.variants.length > 1 ? choice.variant?.title : undefined}
        button={button}
        isPaused={holiday?.isPaused === true}
        onAdd={addToCart}
      />
    </>
  )
}

function ProductBreadcrumb({ product: { category, name } }: Pick<LoadedProduct, 'product'>) {
  const categoryLink = { label: categoryLabel(category), href: `/marketplace?category=${category}` }
  return <Breadcrumb crumbs={[{ label: 'Home', href: '/' }, categoryLink, { label: name }]} />
}

const SECTIONS_CLASS = 'flex flex-col gap-12 md:gap-20'

/**
 * Returns one failure for both related lists, if one could not be loaded (ERR-12). An empty list is reported in its
 * section (ERR-16).
 */
function findRelatedFailure(...lists: readonly LoadedList<unknown>[]): string | undefined {
  return lists.find((part) => part.failure !== undefined)?.failure
}

/** Renders the skeleton of a product page. */
function ProductSkeleton() {
  return (
    <div className="page-width py-6 md:py-10" aria-busy="true">
      <Skeleton className="h-5 w-64 max-w-full" />
      <div className="mt-6 grid gap-8 md:grid-cols-2 lg:grid-cols-12 lg:gap-12">
        <Skeleton className="aspect-square lg:col-span-7" />
        <div className="flex flex-col gap-5 lg:col-span-5">
          <Skeleton className="h-10 w-4/5" />
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-8 w-1/3" />
          <Skeleton className="h-24 w-full" />
          <Skeleton className="h-13 w-full" />
          <Skeleton className="h-44 w-full" />
        </div>
      </div>
    </div>
  )
}
