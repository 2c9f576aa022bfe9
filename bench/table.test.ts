import { expect, test } from 'vitest'
import { formatRow } from './table.ts'

test('rates a higher-is-better figure as below the limit, above it or on target', () => {
  const verdicts = [9, 10, 20].map((figure) => formatLine({ figure, unit: '/s', bar: 10, aim: 20 }))
  expect(verdicts).toEqual(['below the bar', 'bar cleared', 'aim reached'])
})

test('rates a lower-is-better figure as above the limit, below it or on target', () => {
  const verdicts = [11, 10, 5].map((figure) => formatLine({ figure, unit: 'ms', bar: 10, aim: 5 }))
  expect(verdicts).toEqual(['below the bar', 'bar cleared', 'aim reached'])
})

test('shows no verdict for a figure without a limit or target', () => {
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
