import { expect, test } from 'vitest'
import { renderHtml, toText } from '#tests/data/rendered.tsx'
import { createProductCard } from '#tests/data/view-data.ts'
import { createCall } from '#web/app/calls/api.ts'
import { lazyListingTop } from '#web/shared/listing/lazy-search.ts'
import { ShowMoreView, showMorePage, type ShowMoreData } from './show-more-page.tsx'

const FEATURED = ['Kara Gold', 'Atelier Nord', 'Celuk', 'Douro'].map((title, index) => ({
  id: `sup_${index}`,
  title,
  description: `About ${title}.`,
  rating: 4.7,
  ratingCount: 12,
  image: null,
  country: 'TR',
  city: 'Izmir',
}))
const SHOW_MORE_DATA: ShowMoreData = {
  listing: { products: [createProductCard()], total: 313, page: 2, pages: 7 },
  suppliers: { items: FEATURED },
}

await lazyListingTop.prepare()

test('has the marketplace’s hero, search, chips and pages at another address [ROUTE-06, MKT-01]', () => {
  const html = view(SHOW_MORE_DATA, { sort: 'popular', page: '2' })
  const text = toText(html)
  for (const expectedText of [
    'Home / Marketplace',
    'Advance Search',
    'All products Rings',
    'Previous 1 2 3 … 7 Next',
  ])
    expect(text).toContain(expectedText)
  expect(html).toContain('action="/show-more" method="get"')
  expect(html).toContain('href="/show-more?category=Rings&amp;sort=popular"')
  expect(html).toContain('href="/show-more?sort=popular&amp;page=3"')
  for (const href of html.matchAll(/href="(\/marketplace[^"]*)"/g))
    expect(href[1]).toBe('/marketplace?onOffer=1&amp;sort=discount')
})

test('four featured suppliers have picture, stars, rating, name, description and a link to their store [MKT-23, MKT-24]', () => {
  const html = view(SHOW_MORE_DATA)
  const featured = html.slice(html.indexOf('id="featured-suppliers"'), html.indexOf('Special Offers'))
  expect(toText(featured)).toContain('Featured Suppliers')
  expect(featured.match(/<article/g)).toHaveLength(4)
  expect(featured.match(/<img/g)).toHaveLength(4)
  expect(toText(featured)).toContain(
    'Rated 4.7 out of 5 4.7 Kara Gold About Kara Gold. Read More about Kara Gold',
  )
  expect([...featured.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(
    FEATURED.map(({ id }) => `/store-profile?id=${id}`),
  )
})

test("an unrated supplier shows 'No reviews' and zero stars", () => {
  const [unrated] = FEATURED.map((supplier) => ({ ...supplier, rating: 0, ratingCount: 0 }))
  const html = view({ ...SHOW_MORE_DATA, suppliers: { items: unrated ? [unrated] : [] } })
  expect(toText(html)).toContain('Rated 0 out of 5 No reviews Kara Gold')
})

test('hides the section without suppliers, and shows the products when suppliers fail to load', async () => {
  expect(toText(view({ ...SHOW_MORE_DATA, suppliers: { items: [] } }))).not.toContain('Featured Suppliers')
  const call = createCall({
    send: async (path) =>
      path.includes('getFeaturedSuppliers')
        ? new Response('', { status: 503 })
        : Response.json({
            success: true,
            message: '',
            getProduct: [createProductCard()],
            total: 1,
            page: 1,
            pages: 1,
          }),
    log: () => undefined,
  })
  const data = await showMorePage.load?.({ call, params: {}, search: {} })
  expect(data).toMatchObject({
    listing: { total: 1 },
    suppliers: { items: [], failure: 'Something went wrong, please try again later.' },
  })
})

function view(data: ShowMoreData, search: Record<string, string> = {}): string {
  return renderHtml(<ShowMoreView data={data} params={{}} search={search} />)
}
