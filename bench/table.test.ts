import { expect, test } from 'vitest'
import { formatRow } from './table.ts'

test('a rate is better high: below the bar, above it, at its aim', () => {
  const verdicts = [9, 10, 20].map((figure) => formatLine({ figure, unit: '/s', bar: 10, aim: 20 }))
  expect(verdicts).toEqual(['below the bar', 'bar cleared', 'aim reached'])
})

test('a time is better low: above the bar, below it, at its aim', () => {
  const verdicts = [11, 10, 5].map((figure) => formatLine({ figure, unit: 'ms', bar: 10, aim: 5 }))
  expect(verdicts).toEqual(['below the bar', 'bar cleared', 'aim reached'])
})

test('what is held against nothing is told without a verdict', () => {
  expect(formatRow({ what: 'filling', figure: 81.234, unit: 's' })).toBe(
    '| filling | 81.2 s |  |  |  |  |  |',
  )
})

function formatLine(row: {
  figure: number
  unit: '/s' | 'ms'
  bar: number
  aim: number
}): string | undefined {
  return formatRow({ what: 'x', ...row })
    .split(' | ')
    .at(4)
}
