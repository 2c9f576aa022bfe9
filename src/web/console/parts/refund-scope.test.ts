import { expect, test } from 'vitest'
import { parseRefund } from './refund-scope.tsx'

test('a refund of 1,200 is 1,200 dollars, and an amount that is zero or unclear is none', () => {
  expect(parseRefund({ kind: 'amount', amount: '1,200' })).toEqual({ of: 'amount', amount: 120_000 })
  expect(parseRefund({ kind: 'amount', amount: '12,50' })).toEqual({ of: 'amount', amount: 1_250 })
  for (const amount of ['', '0', '1.200', '-5'])
    expect(parseRefund({ kind: 'amount', amount })).toBeUndefined()
})

test('a refund of the shipping or of all that is left needs no amount', () => {
  expect(parseRefund({ kind: 'shipping', amount: '' })).toEqual({ of: 'shipping' })
  expect(parseRefund({ kind: 'all', amount: 'x' })).toEqual({ of: 'all' })
})
