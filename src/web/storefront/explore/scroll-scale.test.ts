import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  driftOf,
  fullAt,
  isDriftPressing,
  mostHeight,
  moved,
  scrolledAt,
  scrollScale,
} from './scroll-scale.ts'

/** 1,000,000 pieces, four beside each other, in rows of 557 px. */
const MILLION = scrollScale(250_000 * 557, 4_000_000)
const scales = fc
  .tuple(fc.integer({ min: 100, max: 500_000_000 }), fc.integer({ min: 400_000, max: 4_000_000 }))
  .map(([full, most]) => scrollScale(full, most))
const shares = fc.double({ min: 0, max: 1, noNaN: true })

test('a list that browsers can draw stands to scale', () => {
  const scale = scrollScale(300_000, 4_000_000)
  expect(scale.height).toBe(300_000)
  for (const scrolled of [-500, 0, 1, 150_000, 299_999, 301_000])
    expect(fullAt(scale, scrolled)).toBe(scrolled)
})

test('a million pieces fit in the height allowed, and its middle is their middle', () => {
  expect(MILLION.height).toBe(4_000_000)
  expect(fullAt(MILLION, 0)).toBe(0)
  expect(fullAt(MILLION, 4_000_000)).toBe(250_000 * 557)
  expect(fullAt(MILLION, 2_000_000)).toBeCloseTo((250_000 * 557) / 2, 3)
})

test('the first and the last rows are to scale, with what stands before and behind the list', () => {
  for (const scrolled of [-840, 0, 557, 99_000]) expect(fullAt(MILLION, scrolled)).toBe(scrolled)
  for (const left of [-500, 0, 900, 99_000])
    expect(fullAt(MILLION, MILLION.height - left)).toBe(MILLION.full - left)
})

test('the page stays within what browsers can draw at any zoom', () => {
  expect(mostHeight(1)).toBe(4_000_000)
  for (const ratio of [0.25, 1, 2, 3, 4, 10]) expect(mostHeight(ratio) * ratio).toBeLessThan(2 ** 24)
})

test('what is further down the page is further down the list, and back again', () => {
  fc.assert(
    fc.property(scales, shares, shares, (scale, one, other) => {
      const [upper, lower] = [Math.min(one, other) * scale.height, Math.max(one, other) * scale.height]
      expect(fullAt(scale, upper)).toBeLessThanOrEqual(fullAt(scale, lower) + 1e-6)
      expect(scrolledAt(scale, fullAt(scale, upper))).toBeCloseTo(upper, 4)
    }),
  )
})

test('every depth of the list is somewhere on the page', () => {
  fc.assert(
    fc.property(scales, shares, (scale, share) => {
      const scrolled = scrolledAt(scale, share * scale.full)
      expect(scrolled).toBeGreaterThanOrEqual(0)
      expect(scrolled).toBeLessThanOrEqual(scale.height + 1e-6)
      expect(fullAt(scale, scrolled)).toBeCloseTo(share * scale.full, 2)
    }),
  )
})

test('a small step moves the list by as many pixels, wherever it is', () => {
  fc.assert(
    fc.property(scales, shares, fc.integer({ min: -900, max: 900 }), (scale, share, step) => {
      const from = { scrolled: share * scale.height, full: fullAt(scale, share * scale.height) }
      const to = moved(scale, from, { scrolled: from.scrolled + step, windowHeight: 900 })
      expect(to.full - from.full).toBeCloseTo(step, 4)
    }),
  )
})

test('a large step goes where the scrollbar says', () => {
  const from = { scrolled: 1_000_000, full: 12 }
  const to = moved(MILLION, from, { scrolled: 2_000_000, windowHeight: 900 })
  expect(to).toEqual({ scrolled: 2_000_000, full: fullAt(MILLION, 2_000_000) })
})

test('reading on leaves the scrollbar ahead of the truth, which is mended at rest, and at once near an end', () => {
  let place = { scrolled: 2_000_000, full: fullAt(MILLION, 2_000_000) }
  expect(driftOf(MILLION, place)).toBeCloseTo(0, 4)
  for (let step = 0; step < 20; step += 1)
    place = moved(MILLION, place, { scrolled: place.scrolled + 800, windowHeight: 900 })
  expect(driftOf(MILLION, place)).toBeLessThan(-15_000)
  expect(isDriftPressing(MILLION, place)).toBe(false)
  const mended = { ...place, scrolled: scrolledAt(MILLION, place.full) }
  expect(driftOf(MILLION, mended)).toBeCloseTo(0, 4)

  const nearEnd = { scrolled: MILLION.height - 40_000, full: MILLION.full - 900_000 }
  expect(isDriftPressing(MILLION, nearEnd)).toBe(true)
  expect(isDriftPressing(MILLION, { ...nearEnd, full: MILLION.full - 40_000 })).toBe(false)
})
