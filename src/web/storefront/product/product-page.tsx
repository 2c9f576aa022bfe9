import { late } from '#web/parts/late.tsx'
import type { LoadedPart } from '#web/parts/loaded-part.ts'
import { useFailureToast } from '#web/parts/use-failure-toast.ts'
import { picturePath } from '#web/parts/picture-sources.ts'
import { page } from '#web/page.ts'
import type { PageHead, ViewProps } from '#web/page.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Assurances } from './assurances.tsx'
import { Gallery } from './gallery.tsx'
import { loadProduct } from './load-product.ts'
import type { LoadedProduct, ProductPageData } from './load-product.ts'
import { plainText } from './plain-text.ts'
import { ProductBuying } from './product-buying.tsx'
import { ProductDescription } from './product-description.tsx'
import { ProductFailure } from './product-failure.tsx'
import { productJsonLd } from './product-json-ld.ts'
import { ProductMissing } from './product-missing.tsx'
import { productOffer } from './product-offer.ts'
import { ProductReviews } from './product-reviews.tsx'
import { ProductSkeleton } from './product-skeleton.tsx'
import { ProductTabs } from './product-tabs.tsx'
import { useProductChoice } from './use-product-choice.ts'
import { firstVariant } from './variant-choice.ts'

/** Far below the fold; exported for those who draw the page without loading it. */
export const Below = late(async () => (await import('./product-below.tsx')).ProductBelow)

/** Seldom shown; exported likewise. */
export const Withdrawn = late(async () => (await import('./product-withdrawn.tsx')).ProductWithdrawn)

/** /product/{id}: one piece, everything to know of it, and the way to buy it. */
export const productPage = page({
  load: async ({ call, params }) => {
    const [data] = await Promise.all([loadProduct(call, params['id'] ?? ''), Below.prepare()])
    if ('withdrawn' in data) await Withdrawn.prepare()
    return data
  },
  head: headOf,
  View: ProductPage,
  Missing: ProductMissing,
  Pending: ProductSkeleton,
})

function headOf(data: ProductPageData): PageHead {
  if ('failure' in data) return { title: 'Product', isUnlisted: true, status: 503 }
  if ('withdrawn' in data)
    return { title: `${data.withdrawn.name} is no longer offered`, isUnlisted: true, status: 410 }
  const { product, reviews } = data
  const [image] = product.product_images
  return {
    title: product.name,
    description: plainText(product.description, 160),
    price: productOffer(product, firstVariant(product.variants)).newPrice.toFixed(2),
    // For search engines, which read what the server writes.
    ...(import.meta.env.SSR
      ? { jsonLd: (origin: string) => productJsonLd(product, { reviews: reviews.items, origin }) }
      : {}),
    ...(image ? { image: picturePath(image), imageAlt: image.alt || product.name } : {}),
  }
}

/** What the page shows of what was loaded. */
export function ProductPage({ data }: ViewProps<ProductPageData>) {
  if ('failure' in data) return <ProductFailure data={data} />
  if ('withdrawn' in data) return <Withdrawn.View className="page-width py-16 md:py-24" data={data} />
  // The key: what was chosen for one piece is not chosen for the next.
  return <ProductView key={data.product.id} {...data} />
}

function ProductView({ product, supplierPlace, reviews, boughtTogether, supplierPieces }: LoadedProduct) {
  const choice = useProductChoice(product)
  const related = relatedMessage(boughtTogether, supplierPieces)
  useFailureToast(reviews, reviews.failure)
  useFailureToast(boughtTogether, related)
  const sku = productOffer(product, choice.variant).sku
  const tabs = [
    { id: 'description', label: 'Description', panel: <ProductDescription product={product} sku={sku} /> },
    {
      id: 'reviews',
      label: `Review [${reviews.failure === undefined ? reviews.items.length : product.review_count}]`,
      panel: <ProductReviews reviews={reviews} />,
    },
  ]
  return (
    <div className="page-width flex flex-col gap-12 py-6 md:gap-20 md:py-10">
      <div className="flex flex-col gap-6">
        <Breadcrumb
          crumbs={[
            { label: 'Home', href: '/' },
            { label: product.category, href: `/marketplace?category=${product.category}` },
            { label: product.name },
          ]}
        />
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
            <ProductBuying product={product} choice={choice} />
          </div>
        </div>
      </div>
      <Assurances />
      <ProductTabs label="About this piece" tabs={tabs} />
      <Below.View
        className="flex flex-col gap-12 md:gap-20"
        supplier={product.manufacturer}
        supplierPlace={supplierPlace}
        boughtTogether={boughtTogether}
        supplierPieces={supplierPieces}
      />
    </div>
  )
}

/** One toast for both related lists: a failure first, else that there is nothing (ERR-12, ERR-13, ERR-16). */
function relatedMessage(...parts: readonly LoadedPart<unknown>[]): string | undefined {
  const failure = parts.find((part) => part.failure !== undefined)?.failure
  if (failure !== undefined) return failure
  return parts.some((part) => part.items.length === 0) ? 'No products found' : undefined
}
