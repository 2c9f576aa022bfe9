import { expect, test } from 'vitest'
import { renderHtml, findTags, toText } from '#tests/data/rendered.tsx'
import { createProductCard } from '#tests/data/view-data.ts'
import type { SearchListing, FacetPanelData } from '#web/shared/listing/load-search-listing.ts'
import { lazyListingTop, lazyNoSearchResults } from '#web/shared/listing/lazy-search.ts'
import { marketplacePage, MarketplaceView } from './marketplace-page.tsx'

const SOME: SearchListing = { products: [createProductCard()], total: 313, page: 2, pages: 7 }
const NONE: SearchListing = { products: [], total: 0, page: 1, pages: 0 }

const PANEL: FacetPanelData = {
  facets: [
    {
      name: 'metal',
      options: [
        { value: 'silver', label: 'Silver', count: 1_207 },
        { value: 'platinum', label: 'Platinum', count: 3 },
      ],
    },
    { name: 'onOffer', options: [{ value: '1', label: 'On offer', count: 40 }] },
  ],
  total: 313,
  isCapped: false,
  without: [],
}

await lazyListingTop.prepare()

test('the hero has the breadcrumbs and both headlines [MKT-01, MKT-02, PROD-10, PROD-11]', () => {
  const text = toText(view(SOME))
  expect(text).toContain('Home / Marketplace')
  expect(text).toContain('Top-selling products from Verified Suppliers')
  expect(text).toContain('Limited-time offers updated weekly')
})

test('Advance Search is a form that works without scripts [MKT-03, MKT-04, MKT-05, MKT-06, MKT-07, MKT-08, MKT-09]', () => {
  const html = view(SOME, { productName: 'pearl', maxPrice: '90', category: 'Rings', page: '2' })
  expect(toText(html)).toContain('Advance Search Product Name')
  for (const label of ['Min Price', 'Max Price', 'Min Quantity', 'Max Quantity'])
    expect(html).toContain(`>${label}</label>`)
  expect(findTags(html, 'form')[0]).toMatch(/action="\/marketplace" method="get"/)
  const inputs = findTags(html, 'input')
  const named = (name: string) => inputs.find((input) => input.includes(`name="${name}"`)) ?? ''
  expect(named('productName')).toMatch(/placeholder="e\.g\. Necklace".*value="pearl"/)
  expect(named('maxPrice')).toMatch(/type="number".*value="90"/)
  for (const name of ['minPrice', 'minQuantity', 'maxQuantity'])
    expect(named(name)).toContain('type="number"')
  expect(inputs.join()).not.toContain('required')
  expect(inputs.join()).not.toContain('name="page"')
  expect(named('category')).toMatch(/type="hidden".*value="Rings"/)
})

test('the chips are links, one for each category, with the selected one marked [MKT-10, MKT-11, MKT-12]', () => {
  const chips =
    view(SOME, { category: 'Earrings' }).match(/aria-label="Choose a category".*?<\/nav>/s)?.[0] ?? ''
  expect(toText(`<${chips}`)).toBe(
    'All products Rings Necklaces Bracelets Earrings Pendants Brooches Anklets Charms',
  )
  const chosen = findTags(chips, 'a').filter((tag) => tag.includes('aria-current="true"'))
  expect(chosen).toHaveLength(1)
  expect(chosen[0]).toContain('href="/marketplace?category=Earrings"')
})

test('the pagination has Previous, numbers with an ellipsis and Next, and keeps the search [MKT-16, MKT-17]', () => {
  const pages = paginationText(view(SOME, { productName: 'pearl', page: '2' }))
  expect(toText(pages)).toBe('Previous 1 2 3 … 7 Next')
  expect(pages).toContain('href="/marketplace?productName=pearl&amp;page=7"')
})

test('Previous is disabled on page 1, and Next on the last page [MKT-18]', () => {
  const first = paginationText(view({ ...SOME, page: 1, pages: 3 }))
  const last = paginationText(view({ ...SOME, page: 3, pages: 3 }))
  expect(first).toMatch(/<button[^>]*disabled[^>]*>Previous<\/button>/)
  expect(first).toMatch(/<a[^>]*>Next<\/a>/)
  expect(last).toMatch(/<button[^>]*disabled[^>]*>Next<\/button>/)
  expect(last).toMatch(/<a[^>]*>Previous<\/a>/)
})

test('an empty list says so, without pagination [MKT-30]', async () => {
  await lazyNoSearchResults.prepare()
  const html = view(NONE, { productName: 'zzz' })
  expect(toText(html)).toContain('No products found')
  expect(paginationText(html)).toBe('')
})

test('an empty list suggests which filters to remove, with result counts, and popular products', async () => {
  await lazyNoSearchResults.prepare()
  const panel = {
    ...PANEL,
    without: [
      { filter: 'metal', count: 12 },
      { filter: 'productName', count: 1 },
    ],
  }
  const html = view(
    { ...NONE, panel, popular: [createProductCard()] },
    { productName: 'zzz', metal: 'silver.platinum' },
  )
  const text = toText(html)
  expect(text).toContain('Without Platinum or Silver 12 products')
  expect(text).toContain('Without “zzz” 1 product')
  expect(text).toContain('Best sellers')
  expect(html).toContain('href="/marketplace?metal=platinum.silver"')
  expect(html).toContain('href="/marketplace?productName=zzz"')
})

test('facets link with counts, selected ones are marked, and each can be removed', async () => {
  const html = view({ ...SOME, panel: PANEL }, { metal: 'silver', sort: 'popular', page: '3' })
  const option = (label: string) =>
    html.match(new RegExp(`<a [^>]*>(?:(?!</a>).)*${label}.*?</a>`))?.[0] ?? ''
  expect(option('Platinum')).toContain('href="/marketplace?metal=platinum.silver&amp;sort=popular"')
  expect(toText(option('Platinum'))).toBe('Platinum 3 products')
  expect(option('Platinum')).not.toContain('aria-current')
  const chosen = html.match(/<a [^>]*aria-current="true"[^>]*class="facet-option".*?<\/a>/)?.[0] ?? ''
  expect(toText(chosen)).toBe('Silver 1,207 products')
  expect(chosen).toContain('href="/marketplace?sort=popular"')
  expect(html).toMatch(/<a [^>]*aria-label="Remove filter: Silver"/)
  expect(toText(option('On offer'))).toBe('On offer 40 products')
  expect(html).not.toContain('style=')
})

test('marks capped counts with a plus, and filtered searches are not indexed', async () => {
  const html = view({ ...SOME, panel: { ...PANEL, isCapped: true } }, { productName: 'ring' })
  expect(toText(html)).toContain('Silver 1,207+ products')
  const isUnlisted = (search: Record<string, string>) =>
    marketplacePage.head(SOME, { params: {}, search }).isUnlisted
  expect([isUnlisted({}), isUnlisted({ category: 'Rings' }), isUnlisted({ metal: 'silver' })]).toEqual([
    false,
    false,
    true,
  ])
})

test('explains which results are shown instead of the typed words', () => {
  const instead = { productName: '', category: 'Rings', metal: [], stone: ['cubic-zirconia'] } as const
  const html = view({ ...SOME, instead }, { productName: 'zirconia rign' })
  expect(toText(html)).toContain(
    'No results for “zirconia rign”. Showing results for Rings, Cubic zirconia .',
  )
  expect(findTags(html, 'input').find((tag) => tag.includes('name="productName"'))).toContain('value=""')
})

test('a list that could not be loaded still shows search, chips and offers', () => {
  const text = toText(view({ ...NONE, failure: 'Search failed. Please try again.' }))
  expect(text).toContain('Search failed. Please try again.')
  expect(text).not.toContain('No products found')
  for (const rest of ['Advance Search', 'All products', 'Special Offers']) expect(text).toContain(rest)
})

test('links to all products, and has two banners to the discounted products [MKT-20, MKT-21, MKT-22, CONST-22]', () => {
  const html = view(SOME)
  expect(html).toMatch(/<a[^>]*href="\/explore-all"[^>]*>Explore All<\/a>/)
  expect(toText(html)).toContain(
    'Special Offers Summer Sale Up to 50% Off! Buy Now Summer Sale Up to 50% Off! Buy Now',
  )
  expect(html.match(/href="\/marketplace\?onOffer=1&amp;sort=discount"/g)).toHaveLength(2)
})

test('campaigns replace the two banners, with escaped text and their end date', () => {
  const campaign = {
    id: 'prm_1',
    title: '<script>Pearl week',
    text: 'Up to 30% off',
    link: { label: 'See pearls', path: '/marketplace?stone=pearl' },
    picture: 'blush',
    endsAt: '2026-12-01T12:00:00Z',
  } as const
  const html = renderHtml(
    <MarketplaceView data={{ ...SOME, campaigns: [campaign] }} params={{}} search={{}} />,
  )
  expect(toText(html)).toContain('Pearl week Up to 30% off Until 1 December See pearls')
  expect(html).toContain('href="/marketplace?stone=pearl"')
  expect(html).not.toContain('Summer Sale')
  expect(html).not.toContain('<script>Pearl')
})

test('the server-rendered page has no style attributes, which its content policy forbids', () => {
  expect(view(SOME)).not.toContain('style=')
})

function view(data: SearchListing, search: Record<string, string> = {}): string {
  return renderHtml(<MarketplaceView data={data} params={{}} search={search} />)
}

function paginationText(html: string): string {
  return html.match(/<nav aria-label="Pages".*?<\/nav>/s)?.[0] ?? ''
}
