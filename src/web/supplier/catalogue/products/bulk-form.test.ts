import { expect, test } from 'vitest'
import { BULK_MODES, type BulkMode, toBulkChange } from './bulk-form.ts'
import type { VariantField } from './product-values.ts'

function change(field: VariantField, id: string, typed: string) {
  const mode: BulkMode | undefined = BULK_MODES[field].find((one) => one.id === id)
  if (!mode) throw new Error(`there is no way ${id}`)
  return toBulkChange(field, mode, typed)
}

test('reads amounts, percentages and quantities as typed', () => {
  expect(change('price', 'set', '$1,299.90')).toEqual({ field: 'price', mode: 'set', cents: 129_990 })
  expect(change('price', 'lower_percent', '12.5 %')).toEqual({
    field: 'price',
    mode: 'lower',
    basisPoints: 1_250,
  })
  expect(change('wholesale', 'raise', '3')).toEqual({ field: 'wholesale', mode: 'raise', cents: 300 })
  expect(change('wholesale', 'share', '55')).toEqual({
    field: 'wholesale',
    mode: 'share_of_price',
    basisPoints: 5_500,
  })
  expect(change('wholesale', 'none', '')).toEqual({ field: 'wholesale', mode: 'set', cents: null })
  expect(change('stock', 'add', '−3')).toEqual({ field: 'stock', mode: 'add', quantity: -3 })
  expect(change('stock', 'set', '0')).toEqual({ field: 'stock', mode: 'set', quantity: 0 })
})

test('treats empty, zero and negative values as no change', () => {
  for (const [field, id, typed] of [
    ['price', 'set', ''],
    ['price', 'raise', '0'],
    ['price', 'set', '-5'],
    ['price', 'raise_percent', '0'],
    ['price', 'raise_percent', 'ten'],
    ['stock', 'set', '-1'],
    ['stock', 'set', '1.5'],
    ['stock', 'add', '0'],
  ] as const)
    expect([field, id, typed, change(field, id, typed)]).toEqual([field, id, typed, undefined])
})
