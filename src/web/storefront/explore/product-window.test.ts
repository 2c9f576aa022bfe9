import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  anchorAt,
  renderedRows,
  listOffsetAt,
  pagesForRows,
  productIndexesIn,
  visibleRowsAt,
  countRows,
} from './product-window.ts'

const DESKTOP_LAYOUT = { columns: 4, rowHeight: 500, windowHeight: 900 }
const PHONE = { columns: 2, rowHeight: 480, windowHeight: 800 }
const layouts = fc.record({
  columns: fc.integer({ min: 1, max: 4 }),
  rowHeight: fc.integer({ min: 200, max: 900 }),
  windowHeight: fc.integer({ min: 200, max: 2_000 }),
})
const totals = fc.integer({ min: 1, max: 1_000_000 })
const shares = fc.double({ min: -0.01, max: 1.01, noNaN: true })

test('renders the rows in the window, and spare rows on either side', () => {
  expect(visibleRowsAt(DESKTOP_LAYOUT, { full: 5_200, total: 1_000, spare: 0 })).toEqual({
    first: 10,
    end: 13,
  })
  expect(visibleRowsAt(DESKTOP_LAYOUT, { full: 5_200, total: 1_000, spare: 2 })).toEqual({
    first: 8,
    end: 15,
  })
})

test('above the list renders its first rows, and below it its last rows', () => {
  expect(visibleRowsAt(DESKTOP_LAYOUT, { full: -3_000, total: 1_000, spare: 2 })).toEqual({
    first: 0,
    end: 4,
  })
  expect(visibleRowsAt(DESKTOP_LAYOUT, { full: 900_000, total: 1_000, spare: 2 })).toEqual({
    first: 246,
    end: 250,
  })
  expect(visibleRowsAt(DESKTOP_LAYOUT, { full: 0, total: 3, spare: 2 })).toEqual({ first: 0, end: 1 })
  expect(visibleRowsAt(DESKTOP_LAYOUT, { full: 0, total: 0, spare: 2 })).toEqual({ first: 0, end: 0 })
})

test('always renders all rows in the window, and never more than a few windows of rows', () => {
  fc.assert(
    fc.property(layouts, totals, shares, (layout, total, share) => {
      const rows = countRows(layout, total)
      const full = share * rows * layout.rowHeight
      const { first, end } = visibleRowsAt(layout, { full, total, spare: 2 })
      const seen = (row: number) =>
        row * layout.rowHeight < full + layout.windowHeight && (row + 1) * layout.rowHeight > full
      for (const row of [first - 1, end]) expect(row >= 0 && row < rows && seen(row)).toBe(false)
      expect(end).toBeGreaterThan(first)
      expect(end - first).toBeLessThanOrEqual(Math.ceil(layout.windowHeight / layout.rowHeight) + 5)
    }),
  )
})

test('always renders the focused row, in order and only once', () => {
  expect(renderedRows({ first: 8, end: 11 }, undefined)).toEqual([8, 9, 10])
  expect(renderedRows({ first: 8, end: 11 }, 9)).toEqual([8, 9, 10])
  expect(renderedRows({ first: 8, end: 11 }, 2)).toEqual([2, 8, 9, 10])
  expect(renderedRows({ first: 8, end: 11 }, 40)).toEqual([8, 9, 10, 40])
})

test('the last row has the remaining products', () => {
  expect(productIndexesIn(2, DESKTOP_LAYOUT, 10)).toEqual([8, 9])
  expect(productIndexesIn(0, PHONE, 10)).toEqual([0, 1])
  expect(productIndexesIn(9, DESKTOP_LAYOUT, 10)).toEqual([])
})

test('requests the pages of the rendered and adjacent rows, each once and none past the end', () => {
  const about = { layout: DESKTOP_LAYOUT, total: 1_000, pageSize: 48 }
  expect(pagesForRows({ first: 0, end: 4 }, { ...about, ahead: 0 })).toEqual([1])
  expect(pagesForRows({ first: 11, end: 13 }, { ...about, ahead: 0 })).toEqual([1, 2])
  expect(pagesForRows({ first: 14, end: 18 }, { ...about, ahead: 6 })).toEqual([1, 2])
  expect(pagesForRows({ first: 246, end: 250 }, { ...about, ahead: 6 })).toEqual([21])
  expect(pagesForRows({ first: 0, end: 0 }, { ...about, total: 0, ahead: 6 })).toEqual([])
})

test('keeps the product at the top edge when the number of columns changes', () => {
  const anchor = anchorAt(DESKTOP_LAYOUT, 5_200, 1_000)
  expect(anchor).toEqual({ product: 40, offset: 200 })
  expect(listOffsetAt(PHONE, anchor, 1_000)).toBe(20 * 480 + 200)
})

test('restores a position in the same layout to the pixel, also above and below the list', () => {
  fc.assert(
    fc.property(layouts, totals, shares, (layout, total, share) => {
      const full = Math.round(share * countRows(layout, total) * layout.rowHeight)
      expect(listOffsetAt(layout, anchorAt(layout, full, total), total)).toBeCloseTo(full, 6)
    }),
  )
})

test('an anchor past the last product is placed at the end of the list', () => {
  expect(listOffsetAt(DESKTOP_LAYOUT, { product: 5_000, offset: 20 }, 1_000)).toBe(249 * 500 + 20)
})
