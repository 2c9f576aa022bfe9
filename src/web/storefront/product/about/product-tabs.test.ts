import { expect, test } from 'vitest'
import { nextTab } from './product-tabs.tsx'

test('arrow keys move around the tabs, Home and End to the ends, and other keys nowhere', () => {
  expect(['ArrowRight', 'ArrowLeft', 'Home', 'End', 'Tab'].map((key) => nextTab(key, 1, 2))).toEqual([
    0,
    0,
    0,
    1,
    undefined,
  ])
  expect(nextTab('ArrowLeft', 0, 2)).toBe(1)
})
