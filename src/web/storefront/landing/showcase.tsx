import type { ProductCardData } from '#features/catalogue/catalog/contract.ts'
import { formatDollars, toPriceView } from '#web/shared/product/price-view.ts'
import { ProductPicture } from '#web/shared/product/product-picture.tsx'
import { Link } from '#web/ui/link.tsx'

/** A column of the showcase: its title, its products, and the address of all of them. */
export type ShowcaseColumn = Readonly<{ title: string; href: string; products: readonly ProductCardData[] }>

/**
 * Renders the operator's columns of the catalogue, by default 'Top ranking', 'New arrivals' and 'Top deals'
 * (LAND-14 to LAND-16).
 */
export function Showcase({ columns }: { columns: readonly ShowcaseColumn[] }) {
  return (
    <section aria-labelledby="showcase" className="border-y border-line bg-mist py-16 md:py-24">
      <div className="page-width">
        <h2 id="showcase" className="text-2xl">
          On everyone's list
        </h2>
        <div className="mt-8 grid gap-14 md:mt-12 lg:auto-cols-fr lg:grid-flow-col lg:gap-10 xl:gap-14">
          {columns.map((column) => (
            <Column key={column.title} column={column} />
          ))}
        </div>
      </div>
    </section>
  )
}

function Column({ column: { title, href, products } }: { column: ShowcaseColumn }) {
  const [lead, ...rest] = products
  return (
    <section aria-label={title}>
      <div className="flex items-baseline justify-between border-b border-line pb-3">
        <h3 className="text-lg">{title}</h3>
        <Link href={href} aria-label={`View all: ${title}`} className="text-link text-sm">
          View all
        </Link>
      </div>
      {!lead && <p className="py-10 text-sm text-ink-soft">No products found</p>}
      <div className="md:max-lg:grid md:max-lg:grid-cols-2 md:max-lg:gap-8">
        {lead && <LeadProduct product={lead} />}
        <ul className="mt-2 divide-y divide-line">
          {rest.map((product) => (
            <ProductRow key={product.id} product={product} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function LeadProduct({ product }: { product: ProductCardData }) {
  return (
    <Link href={`/product/${product.id}`} className="group mt-5 block">
      <span className="relative block aspect-square overflow-hidden bg-stone">
        <ProductPicture
          image={product.product_images[0]}
          alt=""
          sizes="(min-width: 64rem) 30vw, (min-width: 48rem) 44vw, 92vw"
        />
      </span>
      <span className="mt-4 line-clamp-2 text-base underline-offset-4 group-hover:underline">
        {product.name}
      </span>
      <ProductPrices product={product} />
    </Link>
  )
}

function ProductRow({ product }: { product: ProductCardData }) {
  return (
    <li>
      <Link href={`/product/${product.id}`} className="group flex items-center gap-4 py-4">
        <span className="relative size-20 shrink-0 overflow-hidden bg-stone">
          <ProductPicture image={product.product_images[0]} alt="" sizes="80px" />
        </span>
        <span className="min-w-0">
          <span className="line-clamp-2 text-sm underline-offset-4 group-hover:underline">
            {product.name}
          </span>
          <ProductPrices product={product} />
        </span>
      </Link>
    </li>
  )
}

function ProductPrices({ product }: { product: ProductCardData }) {
  const { newPrice, origPrice, isDiscount, discount } = toPriceView(product.price, product.offerPrice)
  return (
    <span className="mt-1 flex flex-wrap items-baseline gap-x-3 text-sm tabular-nums">
      <span>{formatDollars(newPrice)}</span>
      {isDiscount && (
        <>
          <s className="text-ink-soft">
            <span className="sr-only">Before </span>
            {formatDollars(origPrice)}
          </s>
          <span className="text-accent">{`−${discount}`}</span>
        </>
      )}
    </span>
  )
}
