import { expect, test } from 'vitest'
import { renderHtml, findTags, toText } from '#tests/data/rendered.tsx'
import { createProductCard } from '#tests/data/view-data.ts'
import { ProductCard } from './product-card.tsx'

test('a card shows name, prices, discount, rating and sales, and links to the product [CARD-03, CARD-04, CARD-07, CARD-16, CARD-18]', () => {
  const html = renderHtml(<ProductCard product={createProductCard()} />)
  expect(toText(html)).toContain('25.0% off Atelier Nord Signet ring')
  expect(toText(html)).toContain('Rated 4.7 out of 5 4.7 (3) 12 sold $150.00 Before: $200.00')
  for (const link of findTags(html, 'a')) expect(link).toContain(`href="/product/${createProductCard().id}"`)
})

test('a product without an offer shows one price and no discount [CARD-02, CARD-04]', () => {
  const text = toText(renderHtml(<ProductCard product={createProductCard({ offerPrice: 200 })} />))
  expect(text).toContain('$200.00')
  expect(text).not.toMatch(/% off|Before/)
})

test('the quantity starts at 1 with minus disabled, and its controls are outside the link [CARD-06, CARD-12, CARD-15]', () => {
  const html = renderHtml(<ProductCard product={createProductCard()} />)
  expect(html).toMatch(/<output[^>]*>1<\/output>/)
  const [minus, plus] = findTags(html, 'button')
  expect(minus).toMatch(/aria-label="Decrease quantity".*disabled=""/)
  expect(plus).not.toContain('disabled=""')
  for (const link of html.match(/<a .*?<\/a>/gs) ?? []) expect(link).not.toContain('<button')
})

test('plus is disabled at the stock [CARD-13, CARD-14]', () => {
  const plus = findTags(renderHtml(<ProductCard product={createProductCard({ stock: 1 })} />), 'button')[1]
  expect(plus).toMatch(/aria-label="Increase quantity".*disabled=""/)
})

test("a sold-out product shows 'Out of stock' and cannot be added [CARD-19]", () => {
  const html = renderHtml(<ProductCard product={createProductCard({ stock: 0 })} />)
  expect(html).toMatch(/<button[^>]*disabled=""[^>]*>Out of stock<\/button>/)
  expect(html).not.toContain('Add to Cart')
})

test('a card without a rating shows 4.5, and one without a picture the placeholder [CARD-05, CARD-10]', () => {
  const html = renderHtml(
    <ProductCard product={{ ...createProductCard({ product_images: [] }), rating: undefined }} />,
  )
  expect(toText(html)).toContain('Rated 4.5 out of 5')
  expect(findTags(html, 'img')[0]).toContain('src="/pictures/placeholder.svg"')
})

test('a picture has its size, its widths in two formats and a placeholder colour', () => {
  const html = renderHtml(<ProductCard product={createProductCard()} />)
  expect(findTags(html, 'img')[0]).toMatch(/width="800" height="800" loading="lazy"/)
  expect(findTags(html, 'source')[0]).toMatch(
    /type="image\/avif" srcSet="\/media\/aa-400\.avif 400w, \/media\/aa-800\.avif 800w, \/media\/aa-1200\.avif 1200w"/,
  )
  expect(html).toContain('fill="#e8e0d6"')
})
