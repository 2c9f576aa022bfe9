import { expect, test } from 'vitest'
import { formatAmount, formatDollars, toPriceView } from './price-view.ts'

test('an offer below the price is the current price, with the discount to one decimal [CARD-03, CARD-04, PDP-43]', () => {
  expect(toPriceView(200, 150)).toEqual({
    origPrice: 200,
    newPrice: 150,
    discount: '25.0%',
    isDiscount: true,
  })
  expect(toPriceView(29.99, 19.99).discount).toBe('33.3%')
})

test('ignores an offer that is empty, zero or not below the price [CARD-02, CARD-04]', () => {
  for (const offer of [null, undefined, 0, 200, 250]) {
    expect(toPriceView(200, offer)).toEqual({
      origPrice: 200,
      newPrice: 200,
      discount: '0.0%',
      isDiscount: false,
    })
  }
  expect(toPriceView(0, null).discount).toBe('0.0%')
})

test('prices are shown with a dollar sign and two decimals [CARD-18, CONST-09]', () => {
  expect([0, 5, 12.5, 1299.9].map(formatDollars)).toEqual(['$0.00', '$5.00', '$12.50', '$1,299.90'])
})

test('formats other currencies with their code and decimals, and dollars as usual', () => {
  expect(formatAmount(1180, 'USD')).toBe(formatDollars(1180))
  expect([formatAmount(89.9, 'SGD'), formatAmount(12_000, 'JPY'), formatAmount(1.5, 'KWD')]).toEqual([
    'SGD 89.90',
    'JPY 12,000',
    'KWD 1.500',
  ])
})
