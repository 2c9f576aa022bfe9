import { expect, test } from 'vitest'
import { formatLedgerAmount } from './format-ledger-amount.ts'

test.each([
  [1250, 'USD', 'USD 12.50'],
  [-5, 'USD', 'USD -0.05'],
  [0, 'EUR', 'EUR 0.00'],
  [1250, 'JPY', 'JPY 1250'],
  [1250, 'KWD', 'KWD 1.250'],
  [1250, 'HUF', 'HUF 12.50'],
  [9_007_199_254_740_991, 'USD', 'USD 90071992547409.91'],
])('formats %i minor units of %s as %s', (amount, currency, said) => {
  expect(formatLedgerAmount(amount, currency)).toBe(said)
})
