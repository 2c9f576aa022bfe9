import { categoryLabel } from '#web/shared/product/category-names.ts'
import { formatProductCount } from '#web/shared/listing/listing-results.tsx'
import { Pagination } from '#web/shared/paging/pagination.tsx'
import { ProductGrid } from '#web/shared/product/product-grid.tsx'
import { storeHref } from './store-search.ts'
import type { StoreSearch } from './store-search.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ChipLink } from '#web/ui/chip.tsx'
import type { StoreProductsData } from './load-store.ts'

/** Renders a store's products, most popular first, by category and search (STORE-04, STORE-07). */
export function MainProducts({ products, search }: { products: StoreProductsData; search: StoreSearch }) {
  return (
    <section
      id="main-products"
      tabIndex={-1}
      aria-labelledby="main-products-title"
      className="flex lg:scroll-mt-20 flex-col gap-6"
    >
      <h2 id="main-products-title" className="text-xl">
        Main Products
      </h2>
      <CategoryToggles products={products} search={search} />
      <p role="status" className="text-sm text-ink-soft tabular-nums">
        {products.failure ?? describeResults(products, search)}
      </p>
      <ProductResults products={products} search={search} />
    </section>
  )
}

/** Renders the categories of the store or of the search's results; a second press deselects one. */
function CategoryToggles({ products, search }: { products: StoreProductsData; search: StoreSearch }) {
  const all = products.categories.reduce((sum, category) => sum + category.products, 0)
  if (all === 0) return null
  return (
    <nav aria-label="Store categories">
      <ul className="-mx-5 flex gap-2 overflow-x-auto px-5 py-1.5 md:-mx-1 md:flex-wrap md:px-1">
        <li>
          <ChipLink href={hrefForCategory(search, undefined)} isCurrent={search.category === undefined}>
            <CategoryLabel label="All products" products={all} />
          </ChipLink>
        </li>
        {products.categories.map((category) => {
          const isCurrent = search.category === category.name
          return (
            <li key={category.name}>
              <ChipLink
                href={hrefForCategory(search, isCurrent ? undefined : category.name)}
                isCurrent={isCurrent}
              >
                <CategoryLabel label={categoryLabel(category.name)} products={category.products} />
              </ChipLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function CategoryLabel({ label, products }: { label: string; products: number }) {
  return (
    <>
      {label} <span className="ms-2 text-xs tabular-nums">{products.toLocaleString('en-US')}</span>
    </>
  )
}

function ProductResults({ products, search }: { products: StoreProductsData; search: StoreSearch }) {
  if (products.failure !== undefined)
    return (
      <ButtonLink href={storeHref(search)} variant="outline" className="self-start">
        Try again
      </ButtonLink>
    )
  if (products.products.length === 0) return <NoProductsFound search={search} />
  return (
    <div className="flex flex-col gap-10">
      <ProductGrid products={products.products} />
      {products.pages > 1 && (
        <Pagination
          page={products.page}
          pages={products.pages}
          hrefOf={(page) => `${storeHref({ ...search, page })}#main-products`}
        />
      )}
    </div>
  )
}

function NoProductsFound({ search }: { search: StoreSearch }) {
  const isFiltered = search.text !== '' || search.category !== undefined
  return (
    <div className="py-12 text-center">
      <p className="font-display text-xl">No products found</p>
      {isFiltered && (
        <>
          <p className="mt-2 text-ink-soft">Try another word, or browse all products in this store.</p>
          <ButtonLink href={storeHref({ id: search.id })} variant="outline" className="mt-6">
            Show all products
          </ButtonLink>
        </>
      )}
    </div>
  )
}

function describeResults(storeProducts: StoreProductsData, { text }: StoreSearch): string {
  const resultText =
    text === ''
      ? formatProductCount(storeProducts.total)
      : `${formatProductCount(storeProducts.total)} for “${text}”`
  return storeProducts.pages > 1
    ? `${resultText}, page ${storeProducts.page} of ${storeProducts.pages}`
    : resultText
}

function hrefForCategory(search: StoreSearch, category: StoreSearch['category']): string {
  return storeHref({ ...search, category, page: 1 })
}
