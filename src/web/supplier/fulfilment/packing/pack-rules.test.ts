import { expect, test } from 'vitest'
import { countLeft, listPackLines, tickNext, tickScanned } from './pack-rules.ts'

const LINE = {
  productId: 'prd_1',
  title: 'Ring',
  variantTitle: '',
  quantity: 3,
  shipped: 0,
  withdrawn: 0,
  unitPrice: 100,
  commissionPercent: 15,
  warehouse: 'Main warehouse',
  imageUrl: null,
}
const ORDER = {
  lines: [
    { ...LINE, line: 1, sku: 'R-1', left: 2, shipped: 1 },
    { ...LINE, line: 2, sku: 'R-2', left: 1 },
    { ...LINE, line: 3, sku: '', left: 0, withdrawn: 3 },
  ],
}

test('lists the units left to pack, or the shipped ones if a label has shipped all', () => {
  expect(listPackLines(ORDER).map(({ line, wanted }) => [line, wanted])).toEqual([
    [1, 2],
    [2, 1],
  ])
  const shipped = ORDER.lines.map((line) => ({ ...line, left: 0, shipped: line.line === 3 ? 0 : 3 }))
  expect(listPackLines({ lines: shipped }).map(({ wanted }) => wanted)).toEqual([3, 3])
})

test('sorts lines by warehouse', () => {
  const [one, two] = ORDER.lines
  const lines = [one, { ...two, warehouse: 'Bangkok' }].flatMap((line) => line ?? [])
  expect(listPackLines({ lines } as typeof ORDER).map(({ warehouse }) => warehouse)).toEqual([
    'Bangkok',
    'Main warehouse',
  ])
})

test('a tap adds a unit, and resets after the last one', () => {
  const [first] = listPackLines(ORDER)
  if (!first) throw new Error('no line')
  expect(tickNext(first, {})).toEqual({ 1: 1 })
  expect(tickNext(first, { 1: 1 })).toEqual({ 1: 2 })
  expect(tickNext(first, { 1: 2 })).toEqual({ 1: 0 })
})

test('scanning a SKU adds a unit until the line is complete, and an unknown code is not a line', () => {
  const lines = listPackLines(ORDER)
  expect(tickScanned(lines, {}, ' r-2 ')).toEqual({ 2: 1 })
  expect(tickScanned(lines, { 2: 1 }, 'R-2')).toBe('done')
  expect(tickScanned(lines, {}, 'C-QXAVF-926CR')).toBeUndefined()
  expect(countLeft(lines, { 1: 2, 2: 1 })).toBe(0)
  expect(countLeft(lines, { 1: 1 })).toBe(2)
})
