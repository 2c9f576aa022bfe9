import { expect, test } from 'vitest'
import { DAY } from '#core/time.ts'
import { readDemoFiles } from '../catalogue/demo-files.ts'
import { planHistory, type PlannedPurchase } from './plan-history.ts'
import type { SellableProduct } from '../catalogue/plan-products.ts'

const NOW = new Date('2026-03-02T10:00:00Z')
const files = await readDemoFiles()

/** The reviewed products, each with two variants of a few units; one is sold out. */
const onSale = [
  ...new Set(files.reviews.map(({ supplier, externalKey }) => `${supplier}/${externalKey}`)),
].map((id, index): SellableProduct => ({
  id,
  slug: id.split('/')[0] ?? '',
  productId: `product ${id}`,
  variants: ['small', 'large'].map((size) => ({ variantId: `${size} ${id}`, stock: index === 0 ? 0 : 9 })),
}))

const plan = (now = NOW) => planHistory({ files, onSale, now })
const days = (from: Date, to: Date) => (to.getTime() - from.getTime()) / DAY

test('the same files give the same history, dated back from the load', () => {
  const shapeOf = ({ key, buyer, products, review }: PlannedPurchase) => ({
    key,
    buyer,
    products,
    text: review?.text,
  })
  expect(plan().map(shapeOf)).toEqual(plan(new Date('2027-07-13T21:30:00Z')).map(shapeOf))
})

test('covers the last half year, with no dates in the future', () => {
  const ages = plan().map(({ placedAt }) => days(placedAt, NOW))
  expect(Math.min(...ages)).toBeGreaterThan(0)
  expect(Math.max(...ages)).toBeLessThan(190)
  expect(ages.filter((age) => age < 3).length).toBeGreaterThan(5)
})

test('sells out no variant, and sells no sold-out variant', () => {
  const sold = new Map<string, number>()
  for (const { variantId, quantity } of plan().flatMap(({ products }) => products))
    sold.set(variantId, (sold.get(variantId) ?? 0) + quantity)
  expect(Math.max(...sold.values())).toBeLessThan(9)
  expect([...sold.keys()].filter((id) => id.endsWith(onSale[0]?.id ?? '-'))).toEqual([])
})

test('a review comes after delivery, and a guest’s review is anonymous', () => {
  const reviewed = plan().filter(({ review }) => review)
  expect(reviewed.length).toBeGreaterThan(250)
  for (const { review, products, placedAt, partOf, buyer } of reviewed) {
    const item = products.find(({ id }) => id === review?.product)
    const { outcome, reportedBy, acceptMs, shipMs, transitMs } = partOf(item?.slug ?? '')
    expect(outcome).toBe('sent')
    expect(reportedBy).not.toBe('nobody')
    expect(days(placedAt, review?.at ?? NOW)).toBeGreaterThan((acceptMs + shipMs + transitMs) / DAY)
    expect(buyer.isGuest).toBe(files.reviews.find(({ text }) => text === review?.text)?.author === null)
  }
})

test('has more orders a day from Friday to Sunday than on other days', () => {
  const weekdays = plan().map(({ placedAt }) => placedAt.getUTCDay())
  const weekend = weekdays.filter((day) => day === 0 || day >= 5).length
  expect(weekend / 3).toBeGreaterThan((weekdays.length - weekend) / 4)
})
