import { expect, test } from 'vitest'
import { fitCrop, moveCrop, resizeCrop } from './crop.ts'

const WIDE = { width: 1000, height: 400 }

test('the crop starts as the largest square in the middle', () => {
  expect(fitCrop(WIDE)).toEqual({ x: 300, y: 0, side: 400 })
  expect(fitCrop({ width: 30, height: 90 })).toEqual({ x: 0, y: 30, side: 30 })
})

test('the crop never leaves the picture', () => {
  expect(moveCrop(WIDE, fitCrop(WIDE), { x: -500, y: 40 })).toEqual({ x: 0, y: 0, side: 400 })
  expect(moveCrop(WIDE, fitCrop(WIDE), { x: 5_000, y: 0 })).toEqual({ x: 600, y: 0, side: 400 })
})

test('zooming keeps the centre, between the whole picture and a quarter of it', () => {
  expect(resizeCrop(WIDE, fitCrop(WIDE), 200)).toEqual({ x: 400, y: 100, side: 200 })
  expect(resizeCrop(WIDE, fitCrop(WIDE), 10)).toEqual({ x: 450, y: 150, side: 100 })
  expect(resizeCrop(WIDE, { x: 900, y: 0, side: 100 }, 5_000)).toEqual({ x: 600, y: 0, side: 400 })
})
