import { expect, test } from 'vitest'
import { pageItems } from './pagination.tsx'

test('shows up to five pages without an ellipsis [MKT-17]', () => {
  expect(row(1, 1)).toBe('1')
  expect(row(3, 5)).toBe('1 2 3 4 5')
})

test('shows the first, last, current and adjacent pages of more than five [MKT-17, MKT-19]', () => {
  expect(row(1, 6)).toBe('1 2 … 6')
  expect(row(3, 6)).toBe('1 2 3 4 … 6')
  expect(row(4, 6)).toBe('1 … 3 4 5 6')
  expect(row(50, 100)).toBe('1 … 49 50 51 … 100')
  expect(row(100, 100)).toBe('1 … 99 100')
})

test('a list of more than five pages has an ellipsis on every page [MKT-17]', () => {
  for (const last of [6, 7, 8, 40]) {
    for (let page = 1; page <= last; page++) expect(row(page, last)).toContain('…')
  }
})

function row(current: number, last: number): string {
  return pageItems(current, last)
    .map((place) => (place.kind === 'gap' ? '…' : place.page))
    .join(' ')
}
