import { expect, test } from 'vitest'
import { compareFacts, type DuplicateProduct, nameVariant } from './duplicate-texts.ts'

const RING: DuplicateProduct = {
  id: 'prd_1',
  revision: 0,
  title: 'Moss ring',
  status: 'active',
  category: 'Rings',
  picture: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  isSynced: false,
  facts: { metal: 'Gold', purity: '750', plating: null, stones: null, sizeStandard: null, certificate: null },
  variants: [],
}

test('compares two products by the facts that at least one of them states', () => {
  const other = { ...RING, facts: { ...RING.facts, purity: '585', stones: 'Peridot' } }
  expect(compareFacts(RING, other)).toEqual([
    { label: 'Category', value: 'Rings', isDifferent: false },
    { label: 'Metal', value: 'Gold', isDifferent: false },
    { label: 'Purity', value: '750', isDifferent: true },
    { label: 'Stones', value: 'Not stated', isDifferent: false },
  ])
})

test('names a variant without options by its SKU', () => {
  const variant = { id: 'var_1', sku: 'MOSS-52', title: '', priceCents: 1, stock: 1 }
  expect(nameVariant(variant)).toBe('MOSS-52')
  expect(nameVariant({ ...variant, title: '52 / Gold' })).toBe('52 / Gold')
})
