import { categoryLabel } from '#web/shared/product/category-names.ts'
import type { ProductCardData, WithdrawnProductData } from '#features/catalogue/catalog/contract.ts'
import { ProductGrid } from '#web/shared/product/product-grid.tsx'
import { ButtonLink } from '#web/ui/button.tsx'

/** A product that is no longer offered, and others of its kind. */
export type WithdrawnProductPageData = Readonly<{
  withdrawn: WithdrawnProductData
  others: readonly ProductCardData[]
}>

/** Renders the page of a product that its supplier no longer offers, with similar products. */
export function ProductWithdrawn({ data: { withdrawn, others } }: { data: WithdrawnProductPageData }) {
  const { name, category } = withdrawn
  const href = `/marketplace?category=${category}`
  const label = categoryLabel(category)
  return (
    <div className="flex flex-col gap-12 md:gap-16">
      <section className="flex max-w-prose flex-col items-start gap-4">
        <p className="eyebrow">{label}</p>
        <h1 className="text-2xl wrap-anywhere">{name} is no longer offered</h1>
        <p className="text-ink-soft">
          The supplier no longer sells this product. Existing orders aren’t affected.
        </p>
        <ButtonLink href={href} size="lg" className="mt-4">
          See all {label.toLowerCase()}
        </ButtonLink>
      </section>
      {others.length > 0 && (
        <section aria-labelledby="withdrawn-others" className="flex flex-col gap-6">
          <h2 id="withdrawn-others" className="text-xl">
            Popular {label.toLowerCase()}
          </h2>
          <ProductGrid products={others} />
        </section>
      )}
    </div>
  )
}
