import { beforeAll, expect, test } from 'vitest'
import { renderHtml, findTags, toText } from '#tests/data/rendered.tsx'
import {
  createProductDetail,
  createProductCard,
  createReviewData,
  createVariantData,
  createLoadedReviews,
} from '#tests/data/view-data.ts'
import type { ProductPageData } from './load-product.ts'
import { ProductMissing } from './product-fallbacks.tsx'
import {
  Failure,
  prepareLazySections,
  ProductPage,
  productPage,
  lazyProductWithdrawn,
} from './product-page.tsx'

beforeAll(prepareLazySections)

const RING = createProductDetail({ name: 'Signet ring' })
const OTHER_PRODUCT = createProductCard({
  id: `prd_${'0'.repeat(31)}2`,
  name: 'Rope chain',
  category: 'Necklaces',
})
const PRODUCT_DATA = {
  product: RING,
  supplierPlace: 'Copenhagen, Denmark',
  reviews: createLoadedReviews([
    createReviewData(),
    createReviewData({ id: 'rev_2', userName: 'Anonymous', rating: 3, review: 'Fine.' }),
  ]),
  boughtTogether: { items: [OTHER_PRODUCT] },
  supplierProducts: { items: [OTHER_PRODUCT] },
}

test('has breadcrumbs, heading and rating [PDP-01, PDP-02, PDP-03]', () => {
  const html = view(PRODUCT_DATA)
  expect(toText(html)).toMatch(/^Home \/ Rings \/ Signet ring/)
  expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Home<\/a>/)
  expect(html).toMatch(/<a[^>]*href="\/marketplace\?category=Rings"[^>]*>Rings<\/a>/)
  expect(html).toMatch(/<h1[^>]*>Signet ring<\/h1>/)
  expect(toText(html)).toContain('4.7 Customer Review')
})

test('the gallery shows the first picture and a thumbnail for each [PDP-04, PDP-06]', () => {
  const html = view(PRODUCT_DATA)
  expect(findTags(html, 'img')[0]).toMatch(/src="\/media\/aa-800\.webp".*alt="Signet ring from the front"/)
  expect(html.match(/aria-label="Show picture \d of 2"/g)).toEqual([
    'aria-label="Show picture 1 of 2"',
    'aria-label="Show picture 2 of 2"',
  ])
  expect(html).toContain('aria-label="View in fullscreen"')
})

test('has the shipping box with its times, fee and warehouse [PDP-11, PDP-12, PDP-13, PDP-14, PDP-15, CONST-13]', () => {
  expect(toText(view(PRODUCT_DATA))).toContain(
    'Shipping Available Processing time 1-3 days for 80% of orders Delivery time Economy: 15-25 days ' +
      'Shipping fee Economy: $2.06 Warehouse Singapore',
  )
})

test('starts with one item of the first variant in stock [PDP-16, PDP-18]', () => {
  const variants = [
    createVariantData({ id: 'var_6', size: '6', title: 'Size 6', stock: 0 }),
    createVariantData({ id: 'var_7', size: '7', title: 'Size 7', price: 210, offerPrice: null, stock: 2 }),
  ]
  const html = view({ ...PRODUCT_DATA, product: { ...RING, variants } })
  expect(toText(html)).toContain('$210.00 Size: 7 6 (sold out) 7')
  expect(findTags(html, 'input').filter((input) => /type="radio"(?!.*name="rating")/.test(input))).toEqual([
    expect.not.stringContaining('checked=""'),
    expect.stringContaining('checked=""'),
  ])
  expect(html).toMatch(/<output[^>]*>1<\/output>/)
  expect(findTags(html, 'button').find((tag) => tag.includes('Decrease quantity'))).toContain('disabled=""')
  expect(html).toMatch(/<button(?![^>]*disabled="")[^>]*>Add to Cart<\/button>/)
  expect(toText(html)).toContain('Only 2 left')
})

test('a URL with a variant shows its picture, price, stock and SKU', () => {
  const variants = [
    createVariantData({ id: 'var_6', size: '6', title: 'Size 6' }),
    createVariantData({
      id: 'var_7',
      size: '7',
      price: 210,
      offerPrice: null,
      stock: 3,
      sku: 'SIG-7',
      imageKey: 'bb',
    }),
  ]
  const product = { ...RING, variants }
  const html = view({ ...PRODUCT_DATA, product }, { variant: 'var_7' })
  expect(findTags(html, 'img')[0]).toMatch(
    /src="\/media\/bb-800\.webp".*loading="eager" fetchPriority="high"/,
  )
  expect(toText(html)).toContain('$210.00 Size: 7')
  expect(toText(html)).toContain('Only 3 left SKU SIG-7')
  expect(view({ ...PRODUCT_DATA, product }, { variant: 'var_8' })).toBe(view({ ...PRODUCT_DATA, product }))
  const head = (variant: string) =>
    productPage.head({ ...PRODUCT_DATA, product }, { params: {}, search: { variant } })
  expect([head('var_7').image, head('var_8').image]).toEqual(['/media/bb-social.jpg', '/media/aa-social.jpg'])
  expect(head('var_7').canonical).toBeUndefined()
})

test('only the large picture loads eagerly', () => {
  const loading = findTags(view(PRODUCT_DATA), 'img').map((tag) => /loading="(\w+)"/.exec(tag)?.[1])
  expect(loading[0]).toBe('eager')
  expect(new Set(loading.slice(1))).toEqual(new Set(['lazy']))
})

test('rings and products with a length link to the size guide, and others do not', () => {
  expect(toText(view(PRODUCT_DATA))).toContain('Sizes follow the US standard. Size guide')
  const facts = { ...RING.facts, sizeStandard: null }
  const necklace = createProductDetail({ category: 'Necklaces', sizeGuide: 'neck', facts })
  expect(toText(view({ ...PRODUCT_DATA, product: necklace }))).toContain('Size guide')
  const brooch = createProductDetail({ category: 'Brooches', sizeGuide: 'none', facts })
  expect(toText(view({ ...PRODUCT_DATA, product: brooch }))).not.toContain('Size guide')
})

test('all products have the same packing list [PDP-25, PDP-26]', () => {
  const list =
    'Packing list The product, in its own pouch A gift box with a soft lining A care card for its metal and stones'
  for (const name of ['Signet ring', 'Rope chain'])
    expect(toText(view({ ...PRODUCT_DATA, product: createProductDetail({ name }) }))).toContain(list)
})

test('the server reserves space for the delivery estimate, which the browser fills in', () => {
  expect(toText(view(PRODUCT_DATA))).toContain('Warehouse Singapore Delivery to Singapore Change')
})

test('award, partnership and badge are next to the policies [CLAIM-10, CLAIM-11, CLAIM-12]', () => {
  expect(toText(view(PRODUCT_DATA))).toContain(
    'Credentials Holder of a top-seller award. Shipping through a carrier partnership. ' +
      'Verified supplier badge on a wholesale marketplace.',
  )
})

test('plus is disabled when the quantity reaches the stock [PDP-19]', () => {
  const html = view({ ...PRODUCT_DATA, product: { ...RING, variants: [createVariantData({ stock: 1 })] } })
  expect(findTags(html, 'button').find((tag) => tag.includes('Increase quantity'))).toContain('disabled=""')
})

test('a sold-out product cannot be added to the cart', () => {
  const html = view({ ...PRODUCT_DATA, product: { ...RING, variants: [createVariantData({ stock: 0 })] } })
  expect(html).toMatch(/<button[^>]*disabled=""[^>]*>Out of stock<\/button>/)
})

test('has the description tab [PDP-22, PDP-23, PDP-24, PDP-25]', () => {
  const html = view(PRODUCT_DATA)
  expect(html.match(/role="tab"[^>]*>[^<]*/g)?.map((tab) => tab.split('>')[1])).toEqual([
    'Description',
    'Review [2]',
  ])
  expect(toText(html)).toContain(
    'Overview Signet ring Product information Onyx in yellow gold . Packing list',
  )
  expect(html).toContain('<p>Onyx in <strong>yellow gold</strong>.</p>')
  expect(toText(html)).toContain('Metal Yellow gold Purity 18 kt Stones Onyx')
})

test('the review tab has stars, text, author and date [PDP-27, CONST-14, CONST-15]', () => {
  expect(toText(view(PRODUCT_DATA))).toContain(
    'Rated 5 out of 5 Heavier than it looks, and I have not taken it off since. Mei Tan · 10/4/2026 Report ' +
      'Rated 3 out of 5 Fine. Anonymous · 10/4/2026',
  )
})

test('has the four assurances [PDP-29, PDP-30, PDP-31, PDP-32]', () => {
  const text = toText(view(PRODUCT_DATA))
  expect(text).toContain('High Quality')
  expect(text).toContain('Warranty Protection Over 2 years')
  expect(text).toContain('Free Shipping Expedited, order over 150 $')
  expect(text).toContain('24/7 Support')
})

test('marks the supplier’s figures as stated by the supplier', () => {
  expect(toText(view(PRODUCT_DATA))).toContain(
    'Know your supplier Atelier Nord Copenhagen, Denmark Two goldsmiths and a bench. Visit store Chat ' +
      'Store rating 4.7/5 On-time delivery 98.6% Response time 1h or less Online revenue $340,000+ Main market Europe ' +
      'Collab suppliers 15 Stated by the supplier. Not enough data yet to measure it.',
  )
})

test('shows measured figures before stated ones once there are enough orders [PDP-39]', () => {
  const { manufacturer } = PRODUCT_DATA.product
  const percents = { onTimeDeliveryPercent: 97.5, onTimeShippingPercent: 99 }
  const reliability = { ...percents, finishedOrders: 40, answerMinutes: 90, storeRating: 4.8 }
  const product = { ...PRODUCT_DATA.product, manufacturer: { ...manufacturer, reliability } }
  expect(toText(view({ ...PRODUCT_DATA, product }))).toContain(
    'Store rating 4.8/5 On-time delivery 97.5% Shipped on time 99% Response time 2h or less ' +
      'Measured by the marketplace, from 40 orders Store rating 4.7/5',
  )
})

test('links to a chat with the supplier about the product', () => {
  const { id, manufacturer } = PRODUCT_DATA.product
  const [link] = findTags(view(PRODUCT_DATA), 'a').filter((tag) => tag.includes(`href="/chat?product=${id}"`))
  expect(link).toContain(`aria-label="Chat with ${manufacturer.name} about this product"`)
})

test('the supplier’s name links to its store at the top and at the bottom', () => {
  const href = `/store-profile?id=${PRODUCT_DATA.product.manufacturer.id}`
  const links = view(PRODUCT_DATA).match(/<a[^>]*href="\/store-profile[^>]*>[^<]*/g) ?? []
  expect(links.map((link) => link.replace(/.*>/, ''))).toEqual([
    'Atelier Nord',
    'Atelier Nord',
    'Visit store',
  ])
  for (const link of links) expect(link).toContain(href)
})

test('the page has shipping and returns [POLICY-08, POLICY-09]', () => {
  expect(toText(view(PRODUCT_DATA))).toContain(
    'Shipping and returns Shipping Processing 1-2 business days. Free standard',
  )
})

test('both sections of related products have cards with the discount [PDP-40, PDP-41, PDP-43]', () => {
  const text = toText(view(PRODUCT_DATA))
  expect(text).toMatch(/Frequently bought together 25\.0% off Atelier Nord Rope chain/)
  expect(text).toMatch(/Supplier's popular products 25\.0% off Atelier Nord Rope chain/)
})

test('sections without products say so [ERR-13]', () => {
  const text = toText(
    view({ ...PRODUCT_DATA, boughtTogether: { items: [] }, supplierProducts: { items: [] } }),
  )
  expect(text).toContain('Frequently bought together No products found')
  expect(text).toContain("Supplier's popular products No products found")
})

test('parts that could not be loaded show an error, and the rest is shown [PDP-44]', () => {
  const text = toText(
    view({
      ...PRODUCT_DATA,
      reviews: createLoadedReviews([], { failure: 'Failed to load reviews' }),
      boughtTogether: { items: [], failure: 'Failed to load related products' },
      supplierProducts: { items: [] },
    }),
  )
  expect(text).toContain('Failed to load reviews')
  expect(text).toContain('Frequently bought together Failed to load related products')
  expect(text).toContain("Supplier's popular products No products found")
  expect(text).toContain('Add to Cart')
})

test('a product without reviews says so', () => {
  expect(toText(view({ ...PRODUCT_DATA, reviews: createLoadedReviews([]) }))).toContain('Review [0]')
  expect(toText(view({ ...PRODUCT_DATA, reviews: createLoadedReviews([]) }))).toContain('No reviews yet')
})

test('a product that could not be loaded shows an error with links', async () => {
  await Failure.prepare()
  const html = view({ failure: 'Something went wrong, please try again later.' })
  expect(toText(html)).toContain('Something went wrong, please try again later.')
  expect(html).toContain('href="/marketplace"')
})

test('an unknown product shows a message with a link to the marketplace [PDP-45]', () => {
  const html = renderHtml(<ProductMissing message="There is no such product." />)
  expect(toText(html)).toContain('Product not found')
  expect(html).toMatch(/<a[^>]*href="\/marketplace"/)
})

test('the head has the product’s name, picture and price [ROUTE-34]', () => {
  const head = productPage.head(PRODUCT_DATA, { params: {}, search: {} })
  expect(head).toMatchObject({
    title: 'Signet ring',
    description: 'Onyx in yellow gold.',
    image: '/media/aa-social.jpg',
    imageAlt: 'Signet ring from the front',
    price: '150.00',
  })
})

test('a withdrawn product answers 410 and shows similar products', async () => {
  await lazyProductWithdrawn.prepare()
  const data = { withdrawn: { name: 'Moon ring', category: 'Rings' as const }, others: [createProductCard()] }
  expect(productPage.head(data, { params: {}, search: {} })).toMatchObject({ status: 410, isUnlisted: true })
  const html = view(data)
  expect(toText(html)).toContain('Moon ring is no longer offered')
  expect(html).toMatch(/<a[^>]*href="\/marketplace\?category=Rings"[^>]*>See all rings</)
  expect(toText(html)).toContain('Signet ring')
})

test('the server-rendered page has no style attributes, which its content policy forbids', () => {
  expect(view(PRODUCT_DATA)).not.toContain('style=')
})

function view(data: ProductPageData, search: Record<string, string> = {}): string {
  return renderHtml(<ProductPage data={data} params={{}} search={search} />)
}
