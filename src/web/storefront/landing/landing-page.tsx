import type { Company } from '#core/company/company.ts'
import type { Call } from '#web/app/calls/api.ts'
import type { ProductCardData, SortName } from '#features/catalogue/catalog/contract.ts'
import type { HomeColumnData } from '#features/catalogue/promotions/contract.ts'
import { page } from '#web/app/router/page.ts'
import { toGraph, organizationData, webSiteData } from '#web/app/document/structured-data.ts'
import { toPriceView } from '#web/shared/product/price-view.ts'
import { Benefits, CallToAction, OrderFlow, Testimonial } from './landing-sections.tsx'
import { Hero } from './hero.tsx'
import { RoleCards } from './role-cards.tsx'
import { Showcase, type ShowcaseColumn } from './showcase.tsx'
import { listCategories } from '#web/shared/product/category-names.ts'
import { Link } from '#web/ui/link.tsx'
import { LandingPicture } from './landing-picture.tsx'
import { useEffect, useState } from 'react'
import { CLAIMS } from '#web/content/claims.ts'

/** The number of products in each column of the showcase. */
const SHOWN_PRODUCTS = 4

/** The default columns of the showcase, until an operator selects others; a deal is a product on offer. */
const FIRST_COLUMNS: readonly Column[] = [
  { title: 'Top ranking', sort: 'popular' },
  { title: 'New arrivals', sort: 'newest' },
  { title: 'Top deals', sort: 'deals' },
]

type Column = HomeColumnData

/** The front page. */
export const landingPage = page({
  load: async ({ call }) => ({
    columns: await Promise.all((await loadColumns(call)).map((column) => loadColumn(call, column))),
  }),
  head: () => ({
    title: ' — the drop-shipping marketplace for jewellery',
    canonical: '/',
    // Rendered on the server only: search engines read the server's HTML.
    ...(import.meta.env.SSR
      ? {
          jsonLd: (origin: string, company: Company) =>
            toGraph(organizationData(origin, company), webSiteData(origin, company)),
        }
      : {}),
  }),
  View: ({ data }) => <LandingView columns={data.columns} />,
})

/** Renders the whole front page with its products. */
export function LandingView({ columns }: { columns: readonly ShowcaseColumn[] }) {
  return (
    <>
      <Hero />
      <RoleCards />
      <CategoryTiles />
      <Showcase columns={columns} />
      <Stats />
      <Benefits />
      <Testimonial />
      <OrderFlow />
      <CallToAction />
    </>
  )
}

async function loadColumns(call: Call): Promise<readonly Column[]> {
  try {
    const { columns } = await call('GET /shop/getStorefront')
    return columns.length > 0 ? columns : FIRST_COLUMNS
  } catch {
    return FIRST_COLUMNS
  }
}

async function loadColumn(call: Call, column: Column): Promise<ShowcaseColumn> {
  const { title } = column
  const isDeals = column.sort === 'deals'
  const sort = column.sort === 'deals' ? 'discount' : column.sort
  const products = await loadProducts(call, sort)
  const visibleProducts = isDeals
    ? products.filter(({ price, offerPrice }) => toPriceView(price, offerPrice).isDiscount)
    : products
  return { title, href: `/show-more?${isDeals ? 'onOffer=1&' : ''}sort=${sort}`, products: visibleProducts }
}

/** Loads the products of a column. If the catalogue fails, the column is empty and the rest of the page is shown. */
async function loadProducts(call: Call, sort: SortName): Promise<readonly ProductCardData[]> {
  try {
    return (
      await call('GET /shop/getAllProducts', { query: { sort, limit: SHOWN_PRODUCTS } })
    ).getProduct.slice(0, SHOWN_PRODUCTS)
  } catch {
    return []
  }
}

/** Renders the eight categories, each linking to its listing. */
function CategoryTiles() {
  return (
    <section aria-labelledby="categories" className="page-width py-16 md:py-24">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="categories" className="text-2xl">
          Shop by category
        </h2>
        <Link href="/marketplace" className="text-link text-sm">
          All products
        </Link>
      </div>
      <ul className="mt-8 grid grid-cols-2 gap-x-4 gap-y-8 md:mt-12 md:grid-cols-4 md:gap-x-6 md:gap-y-10">
        {listCategories().map(([name, label]) => (
          <li key={name}>
            <Link href={`/marketplace?category=${name}`} className="group block">
              <span className="block aspect-square overflow-hidden bg-stone">
                <LandingPicture
                  kind="tile"
                  name={name.toLowerCase()}
                  alt=""
                  width={640}
                  height={640}
                  sizes="(min-width: 48rem) 23vw, 45vw"
                  className="size-full object-cover transition-transform duration-250 group-hover:scale-[1.03]"
                />
              </span>
              <span className="mt-3 inline-block text-base underline-offset-4 group-hover:underline">
                {label}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The decorative bar beside the figures: it starts at 13 and moves to 66 after half a second (LAND-24). */
const BAR = { from: 13, to: 66, afterMs: 500 } as const

/** Renders the shop's figures, which are fixed advertising copy and not measured (LAND-17, CLAIM-01 to CLAIM-06). */
function Stats() {
  return (
    <section aria-labelledby="stats" className="page-width py-16 md:py-24">
      <div className="grid gap-12 lg:grid-cols-[1fr_2fr] lg:gap-20">
        <div>
          <h2 id="stats" className="text-2xl">
            A trade built on trust
          </h2>
          <p className="mt-4 max-w-prose text-ink-soft">{CLAIMS.verified}.</p>
          <div className="mt-8 max-w-sm">
            <p className="text-sm">
              <span className="font-display text-lg">{CLAIMS.addedToday.figure}</span>{' '}
              {CLAIMS.addedToday.label}
            </p>
            <GrowingBar />
          </div>
        </div>
        <dl className="grid grid-cols-2 gap-x-8 gap-y-10 border-t border-line pt-10 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-20">
          {CLAIMS.stats.map(({ figure, label }) => (
            <div key={label} className="flex flex-col-reverse">
              <dt className="mt-2 text-sm text-ink-soft">{label}</dt>
              <dd className="font-display text-3xl tracking-tight">{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

function GrowingBar() {
  const [value, setValue] = useState<number>(BAR.from)
  useEffect(() => {
    const timer = setTimeout(() => setValue(BAR.to), BAR.afterMs)
    return () => clearTimeout(timer)
  }, [])
  return <progress aria-hidden="true" value={value} max={100} className="fine-bar mt-3" />
}
