import type { Company } from '#core/company.ts'
import type { Call } from '#web/app/calls/api.ts'
import type { ProductCardData, SortName } from '#features/catalogue/catalog/contract.ts'
import { MARKETPLACE_NAME } from '#web/app/document/head.ts'
import { page } from '#web/app/router/page.ts'
import { toGraph, organizationData, webSiteData } from '#web/app/document/structured-data.ts'
import { toPriceView } from '#web/shared/product/price-view.ts'
import { Benefits, CallToAction, OrderFlow, Testimonial } from './landing-sections.tsx'
import { CategoryTiles } from './category-tiles.tsx'
import { Hero } from './hero.tsx'
import { RoleCards } from './role-cards.tsx'
import { Showcase } from './showcase.tsx'
import type { ShowcaseColumn } from './showcase.tsx'
import { Stats } from './stats.tsx'

/** Products in each column of the showcase. */
const SHOWN_PRODUCTS = 4

/** The columns of the showcase and how each is ordered; a deal is a product on offer. */
const COLUMNS = [
  { title: 'Top ranking', sort: 'popular', isDeals: false },
  { title: 'New arrivals', sort: 'newest', isDeals: false },
  { title: 'Top deals', sort: 'discount', isDeals: true },
] as const satisfies readonly Column[]

type Column = Readonly<{ title: string; sort: SortName; isDeals: boolean }>

/** The front page. */
export const landingPage = page({
  load: async ({ call }) => ({
    columns: await Promise.all(COLUMNS.map((column) => loadColumn(call, column))),
  }),
  head: () => ({
    title: `${MARKETPLACE_NAME} — the drop-shipping marketplace for jewellery`,
    canonical: '/',
    // For search engines, which read what the server writes.
    ...(import.meta.env.SSR
      ? {
          jsonLd: (origin: string, company: Company) =>
            toGraph(organizationData(origin, company), webSiteData(origin)),
        }
      : {}),
  }),
  View: ({ data }) => <LandingView columns={data.columns} />,
})

/** The whole front page with the products it shows. */
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

async function loadColumn(call: Call, { title, sort, isDeals }: Column): Promise<ShowcaseColumn> {
  const products = await loadProducts(call, sort)
  const visibleProducts = isDeals
    ? products.filter(({ price, offerPrice }) => toPriceView(price, offerPrice).isDiscount)
    : products
  return { title, href: `/show-more?${isDeals ? 'onOffer=1&' : ''}sort=${sort}`, products: visibleProducts }
}

/** The front page is more than its showcase: when the catalogue does not answer, the column is empty. */
async function loadProducts(call: Call, sort: SortName): Promise<readonly ProductCardData[]> {
  try {
    return (
      await call('GET /shop/getAllProducts', { query: { sort, limit: SHOWN_PRODUCTS } })
    ).getProduct.slice(0, SHOWN_PRODUCTS)
  } catch {
    return []
  }
}
