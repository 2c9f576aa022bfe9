import { expect, test } from 'vitest'
import { swipeStep, wrapIndex } from './swipe.ts'

test('only a horizontal swipe over 50 pixels changes the picture [PDP-10, CONST-11]', () => {
  expect([-51, -50, 0, 50, 51].map(swipeStep)).toEqual([1, 0, 0, 0, -1])
})

test('the gallery wraps around at its ends', () => {
  expect([
    wrapIndex(2, 1, 3),
    wrapIndex(0, -1, 3),
    wrapIndex(1, 1, 3),
    wrapIndex(0, 1, 1),
    wrapIndex(0, 1, 0),
  ]).toEqual([0, 2, 2, 0, 0])
})
