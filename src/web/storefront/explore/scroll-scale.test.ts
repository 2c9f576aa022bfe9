import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  measureDrift,
  offsetAtScroll,
  mustCorrectDrift,
  maxListHeight,
  moveBy,
  scrollAtOffset,
  createScrollScale,
} from './scroll-scale.ts'

/** 1,000,000 products in rows of four, 557 px high. */
const MILLION = createScrollScale(250_000 * 557, 4_000_000)
const scales = fc
  .tuple(fc.integer({ min: 100, max: 500_000_000 }), fc.integer({ min: 400_000, max: 4_000_000 }))
  .map(([full, most]) => createScrollScale(full, most))
const shares = fc.double({ min: 0, max: 1, noNaN: true })

test('a list that browsers can render is not scaled', () => {
  const scale = createScrollScale(300_000, 4_000_000)
  expect(scale.height).toBe(300_000)
  for (const scrolled of [-500, 0, 1, 150_000, 299_999, 301_000])
    expect(offsetAtScroll(scale, scrolled)).toBe(scrolled)
})

test('a million products fit the maximum height, with the middle in the middle', () => {
  expect(MILLION.height).toBe(4_000_000)
  expect(offsetAtScroll(MILLION, 0)).toBe(0)
  expect(offsetAtScroll(MILLION, 4_000_000)).toBe(250_000 * 557)
  expect(offsetAtScroll(MILLION, 2_000_000)).toBeCloseTo((250_000 * 557) / 2, 3)
})

test('the first and last rows are not scaled, nor the page before and after the list', () => {
  for (const scrolled of [-840, 0, 557, 99_000]) expect(offsetAtScroll(MILLION, scrolled)).toBe(scrolled)
  for (const left of [-500, 0, 900, 99_000])
    expect(offsetAtScroll(MILLION, MILLION.height - left)).toBe(MILLION.full - left)
})

test('the page stays below the browsers’ height limit at any zoom', () => {
  expect(maxListHeight(1)).toBe(4_000_000)
  for (const ratio of [0.25, 1, 2, 3, 4, 10]) expect(maxListHeight(ratio) * ratio).toBeLessThan(2 ** 24)
})

test('offsets grow with the scroll position, and convert back to it', () => {
  fc.assert(
    fc.property(scales, shares, shares, (scale, one, other) => {
      const [upper, lower] = [Math.min(one, other) * scale.height, Math.max(one, other) * scale.height]
      expect(offsetAtScroll(scale, upper)).toBeLessThanOrEqual(offsetAtScroll(scale, lower) + 1e-6)
      expect(scrollAtOffset(scale, offsetAtScroll(scale, upper))).toBeCloseTo(upper, 4)
    }),
  )
})

test('every offset of the list has a scroll position', () => {
  fc.assert(
    fc.property(scales, shares, (scale, share) => {
      const scrolled = scrollAtOffset(scale, share * scale.full)
      expect(scrolled).toBeGreaterThanOrEqual(0)
      expect(scrolled).toBeLessThanOrEqual(scale.height + 1e-6)
      expect(offsetAtScroll(scale, scrolled)).toBeCloseTo(share * scale.full, 2)
    }),
  )
})

test('a small scroll step moves the list by the same number of pixels anywhere', () => {
  fc.assert(
    fc.property(scales, shares, fc.integer({ min: -900, max: 900 }), (scale, share, index) => {
      const from = { scrolled: share * scale.height, full: offsetAtScroll(scale, share * scale.height) }
      const to = moveBy(scale, from, { scrolled: from.scrolled + index, windowHeight: 900 })
      expect(to.full - from.full).toBeCloseTo(index, 4)
    }),
  )
})

test('a large scroll step jumps to the scaled offset', () => {
  const from = { scrolled: 1_000_000, full: 12 }
  const to = moveBy(MILLION, from, { scrolled: 2_000_000, windowHeight: 900 })
  expect(to).toEqual({ scrolled: 2_000_000, full: offsetAtScroll(MILLION, 2_000_000) })
})

test('small steps make the scrollbar drift, which is corrected at rest, and at once near an end', () => {
  let position = { scrolled: 2_000_000, full: offsetAtScroll(MILLION, 2_000_000) }
  expect(measureDrift(MILLION, position)).toBeCloseTo(0, 4)
  for (let index = 0; index < 20; index += 1)
    position = moveBy(MILLION, position, { scrolled: position.scrolled + 800, windowHeight: 900 })
  expect(measureDrift(MILLION, position)).toBeLessThan(-15_000)
  expect(mustCorrectDrift(MILLION, position)).toBe(false)
  const corrected = { ...position, scrolled: scrollAtOffset(MILLION, position.full) }
  expect(measureDrift(MILLION, corrected)).toBeCloseTo(0, 4)

  const nearListEnd = { scrolled: MILLION.height - 40_000, full: MILLION.full - 900_000 }
  expect(mustCorrectDrift(MILLION, nearListEnd)).toBe(true)
  expect(mustCorrectDrift(MILLION, { ...nearListEnd, full: MILLION.full - 40_000 })).toBe(false)
})
