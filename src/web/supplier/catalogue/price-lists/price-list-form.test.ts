import { expect, test } from 'vitest'
import type { PriceListData } from '#features/catalogue/catalog/management/price-lists/contract.ts'
import { addEntry, describePriceList, toPriceListForm, toPriceListInput } from './price-list-form.ts'

const VARIANT = { id: `var_${'0'.repeat(32)}`, label: 'Moss ring', sku: 'M-1', wholesaleCents: 5_000 }
const NEW = { ...toPriceListForm(undefined), name: 'Autumn', percent: '12.5' }

test('a price list that is saved unchanged is sent unchanged', () => {
  const list: PriceListData = {
    id: `pls_${'0'.repeat(32)}`,
    revision: 3,
    name: 'Autumn',
    vendors: ['mei@vendor.example', 'tom@vendor.example'],
    percentOffBps: 1_250,
    minimumQuantity: 5,
    entries: [
      {
        variantId: VARIANT.id,
        label: 'Moss ring',
        wholesaleCents: 5_000,
        minimumQuantity: 2,
        amountCents: 4_050,
      },
    ],
  }
  const { id, revision, name, vendors, percentOffBps, minimumQuantity } = list
  expect(toPriceListInput(toPriceListForm(list))).toEqual({
    body: {
      id,
      revision,
      name,
      vendors,
      percentOffBps,
      minimumQuantity,
      entries: [{ variantId: VARIANT.id, amountCents: 4_050, minimumQuantity: 2 }],
    },
  })
  expect(describePriceList(list)).toBe('12.5% off from 5 units, 1 product price')
})

test('reads email addresses with any separator, each once', () => {
  const form = {
    ...NEW,
    audience: 'chosen' as const,
    vendors: 'Mei@vendor.example, tom@vendor.example\nmei@vendor.example',
  }
  expect(toPriceListInput(form)).toMatchObject({
    body: { vendors: ['mei@vendor.example', 'tom@vendor.example'] },
  })
})

test.each([
  [{ name: ' ' }, 'Enter a name.'],
  [{ percent: '91' }, 'Enter a percentage up to 90, such as 12.5.'],
  [{ percent: 'ten' }, 'Enter a percentage up to 90, such as 12.5.'],
  [{ percent: '' }, 'Enter a percentage or add the price of a product.'],
  [{ quantity: '0' }, 'Enter the quantity as a whole number of 1 or more.'],
  [{ audience: 'chosen' as const }, 'Enter at least one email address, or choose all vendors.'],
])('rejects the change %o with an error', (change, problem) => {
  expect(toPriceListInput({ ...NEW, ...change })).toEqual({ problem })
})

test('does not send a product without a price', () => {
  expect(toPriceListInput(addEntry(NEW, VARIANT))).toEqual({
    problem: 'Enter a price above 0 and a whole quantity for each product.',
  })
})
