import { expect, test } from 'vitest'
import { halfStars } from './stars.tsx'

test('shows five stars, with half a star for a fraction of 0.5 or more [CARD-11, CONST-10]', () => {
  expect(renderStars(4.5)).toBe('★★★★½')
  expect(renderStars(4.4)).toBe('★★★★☆')
  expect(renderStars(4.9)).toBe('★★★★½')
  expect(renderStars(5)).toBe('★★★★★')
  expect(renderStars(0)).toBe('☆☆☆☆☆')
})

function renderStars(rating: number): string {
  const halves = halfStars(rating)
  return ('★'.repeat(Math.floor(halves / 2)) + '½'.repeat(halves % 2)).padEnd(5, '☆')
}
