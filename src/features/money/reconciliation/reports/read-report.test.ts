import { expect, test } from 'vitest'
import { readReport } from './read-report.ts'

/** Reads a report of one row, given as currency, gross, fee and net. */
function readAmounts(amounts: string) {
  const [currency, ...rest] = amounts.split(' ')
  const csv = `id,kind,reference,currency,gross,fee,net,at\nm1,payment,r1,${[currency, ...rest].join(',')},2026-03-02 10:00:00`
  const [row] = readReport(new TextEncoder().encode(csv), 'plain')
  return [row?.gross, row?.fee, row?.net]
}

test.each([
  ['USD 102.06 3.56 98.5', [10_206, 356, 9_850]],
  ['JPY 1500 54 1446', [1_500, 54, 1_446]],
  ['jpy 1500.00 54.00 -1446.00', [1_500, 54, -1_446]],
  ['KWD 1.500 0.054 1.446', [1_500, 54, 1_446]],
  ['HUF 1500.50 0 1500.50', [150_050, 0, 150_050]],
])('reads amounts in the minor units of their currency: %s', (amounts, minor) => {
  expect(readAmounts(amounts)).toEqual(minor)
})

test.each(['JPY 1500.50 0 0', 'USD 1.234 0 0', 'USD --5 0 0', 'USD  0 0'])(
  'refuses an amount with more decimals than its currency, with the row: %s',
  (amounts) => {
    expect(() => readAmounts(amounts)).toThrow(/^Row 2 has the amount/)
  },
)

test.each([
  ['charge', 'payment'],
  ['refund_failure', 'refund'],
  ['transfer_reversal', 'transfer'],
  ['transfer_refund', 'transfer'],
  ['dispute_reversal', 'dispute'],
  ['charge_failure', 'dispute'],
  ['tax_fee', 'fee'],
  ['payout_reversal', 'settlement'],
  ['payout_cancel', 'settlement'],
  ['topup', 'settlement'],
  ['risk_reserved_funds', 'other'],
])('Stripe’s category %s is a %s', (category, kind) => {
  const csv = `id,currency,gross,fee,net,reporting_category,created\nm1,usd,1.00,0,1.00,${category},2026-03-02`
  expect(readReport(new TextEncoder().encode(csv), 'stripe')).toMatchObject([{ kind }])
})
