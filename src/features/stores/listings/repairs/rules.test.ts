import { expect, test } from 'vitest'
import { type OwnVariant, reviewVariants } from './rules.ts'

const toReference = (size: string) => `var_${size.padStart(32, '0')}`

const toOwn = (size: string, knownIds: readonly string[] = []): OwnVariant => ({
  reference: toReference(size),
  ownSku: toReference(size),
  values: [size],
  title: size,
  sku: `RING-${size}`,
  stock: 3,
  knownIds,
})

const toStored = (id: string, sku: string, value: string) => ({ id, sku, values: [value], quantity: 1 })

const listRepairs = (...args: Parameters<typeof reviewVariants>) =>
  reviewVariants(...args).repairs.map(({ id, links, skus }) => ({ id, links, skus }))

test('a duplicate with the SKU of a linked variant loses its SKU', () => {
  const stored = [toStored('1', toReference('52'), '52'), toStored('2', toReference('52'), '52 wide')]
  expect(listRepairs([toOwn('52', ['1']), toOwn('54', ['9'])], stored)).toEqual([
    { id: 'restore', links: [], skus: [{ variantId: '2', sku: '' }] },
    { id: 'add', links: [], skus: [] },
  ])
})

test('several candidates for a variant can each be linked to it', () => {
  const stored = [toStored('1', 'A', '52'), toStored('2', 'B', '52')]
  expect(listRepairs([toOwn('52')], stored)).toMatchObject([
    { links: [{ reference: toReference('52'), externalId: '1' }], skus: [] },
    { links: [{ reference: toReference('52'), externalId: '2' }], skus: [] },
  ])
})

test('a stored variant whose SKU and values match different variants is linked, or loses its SKU', () => {
  const stored = [toStored('1', toReference('52'), '54')]
  expect(listRepairs([toOwn('52'), toOwn('54', ['7'])], stored)).toEqual([
    {
      id: `link ${toReference('52')} 1`,
      links: [{ reference: toReference('52'), externalId: '1' }],
      skus: [],
    },
    { id: 'clear 1', links: [], skus: [{ variantId: '1', sku: '' }] },
    { id: 'add', links: [], skus: [] },
  ])
})

test('a product without options gets its SKU back, whatever the store calls its only variant', () => {
  const own = { ...toOwn('0'), values: [], ownSku: `prd_${'1'.repeat(32)}` }
  const stored = { ...toStored('', `prd_${'2'.repeat(32)}`, 'Default Title') }
  expect(listRepairs([own], [stored])).toEqual([
    { id: 'restore', links: [], skus: [{ variantId: '', sku: own.ownSku }] },
  ])
  expect(listRepairs([own], [{ ...stored, sku: own.ownSku }])).toEqual([])
})

test('the fingerprint changes with SKUs, values and links, not with stock', () => {
  const stored = toStored('1', 'A', '52')
  const fingerprint = (...args: Parameters<typeof reviewVariants>) => reviewVariants(...args).fingerprint
  const shown = fingerprint([toOwn('52')], [stored])
  expect(fingerprint([{ ...toOwn('52'), stock: 9 }], [{ ...stored, quantity: 7 }])).toBe(shown)
  expect(fingerprint([toOwn('52', ['1'])], [stored])).not.toBe(shown)
  expect(fingerprint([toOwn('52')], [{ ...stored, sku: 'B' }])).not.toBe(shown)
  expect(fingerprint([toOwn('52')], [{ ...stored, values: ['53'] }])).not.toBe(shown)
})
