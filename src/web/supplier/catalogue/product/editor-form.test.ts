import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_FACTS } from '#core/jewellery/vocabulary.ts'
import type { OwnProductData } from '#features/catalogue/catalog/management/authoring/own-contract.ts'
import {
  describeMargin,
  type EditorForm,
  isChanged,
  newEditorForm,
  readFacts,
  toEditorForm,
  toEditorInput,
} from './editor-form.ts'
import { moveItem } from './pictures-card.tsx'

const PRODUCT: OwnProductData = {
  id: `prd_${'0'.repeat(32)}`,
  revision: 3,
  state: 'draft',
  isListed: false,
  moderation: 'approved',
  moderationReason: null,
  isArchived: false,
  name: 'Ring',
  description: '',
  category: 'Rings',
  priceCents: 10_000,
  isReturnable: true,
  isMadeToOrder: false,
  warehouse: 1,
  pictures: [],
  pictureTexts: {},
  variants: [
    {
      id: `var_${'0'.repeat(32)}`,
      size: null,
      color: null,
      material: null,
      priceCents: 10_000,
      wholesaleCents: 6_000,
      minimumRetailCents: null,
      barcode: null,
      sku: 'RING-1',
      quantity: 2,
    },
  ],
  // An import may have stored a purity that gold is not sold in.
  facts: {
    ...NO_FACTS,
    metal: 'Yellow gold',
    purity: '925',
    weightGrams: 4.25,
    isNickelFree: false,
    originCountry: 'SG',
    tariffNumber: '711319',
    stones: [{ kind: 'Ruby', count: 2, carat: 0.3, origin: null }],
  },
  stonesText: null,
  missingFacts: [],
}

const initial = toEditorForm(PRODUCT)

const change = (part: Partial<EditorForm['facts']>): EditorForm => ({
  ...initial,
  facts: { ...initial.facts, ...part },
})

test('the form keeps stored facts unchanged', () => {
  expect(readFacts(initial.facts)).toEqual(PRODUCT.facts)
  expect(isChanged(structuredClone(initial), initial)).toBe(false)
  expect(isChanged(change({ hallmark: '750' }), initial)).toBe(true)
})

test('does not send or validate unchanged facts', () => {
  const renamed = { ...initial, product: { ...initial.product, name: 'Moss ring' } }
  const body: object = Reflect.get(toEditorInput(renamed, initial), 'body')
  expect(body).toMatchObject({ id: PRODUCT.id, revision: 3, name: 'Moss ring' })
  expect(Object.keys(body)).not.toContain('facts')
  expect(Object.keys(body)).not.toContain('pictureTexts')
})

test('validates and sends changed facts', () => {
  expect(toEditorInput(change({ hallmark: '925' }), initial)).toMatchObject({
    faults: { purity: expect.stringContaining('isn’t sold as 925') },
  })
  expect(toEditorInput(change({ purity: '750', nickel: 'free' }), initial)).toMatchObject({
    body: { facts: { ...PRODUCT.facts, purity: '750', isNickelFree: true } },
  })
})

test.each([
  [{ weightGrams: '0' }, 'weightGrams'],
  [{ tariffNumber: '7113' }, 'tariffNumber'],
  [{ lengthMm: 'long' }, 'lengthMm'],
  [{ widthMm: '-1' }, 'widthMm'],
  [{ stones: [{ key: '1', kind: 'Ruby', count: '1.5', carat: '', origin: '' as const }] }, 'stones.0.count'],
  [{ stones: [{ key: '1', kind: 'Ruby', count: '1', carat: 'x', origin: '' as const }] }, 'stones.0.carat'],
])('rejects the entry %o at its field', (part, field) => {
  expect(toEditorInput(change({ purity: '750', ...part }), initial)).toMatchObject({
    faults: { [field]: expect.any(String) },
  })
})

test('accepts a comma as the decimal point', () => {
  expect(readFacts({ ...initial.facts, weightGrams: '4,2' }).weightGrams).toBe(4.2)
})

test('rejects a wholesale price above the retail price or the recommended minimum at its field', () => {
  const priced = (wholesale: string, minimumRetail: string): EditorForm => {
    const form = newEditorForm()
    const variants = form.product.variants.map((one) => ({ ...one, wholesale, minimumRetail }))
    return { ...form, product: { ...form.product, name: 'Ring', price: '100', variants } }
  }
  const judge = (wholesale: string, minimumRetail = '') =>
    Object.keys(Reflect.get(toEditorInput(priced(wholesale, minimumRetail), newEditorForm()), 'faults') ?? {})
  expect([judge('100'), judge('100.01'), judge('60', '60'), judge('60', '59.99'), judge('much')]).toEqual([
    [],
    ['wholesale'],
    [],
    ['minimumRetail'],
    ['wholesale'],
  ])
})

test('the margin is the vendor’s share of the retail price', () => {
  expect(describeMargin('100', '60')).toBe('$40.00 (40.0%)')
  expect(describeMargin('100', '0')).toBe('$100.00 (100.0%)')
  for (const [retail, wholesale] of [
    ['100', ''],
    ['', '60'],
    ['100', '101'],
    ['x', '1'],
  ] as const)
    expect(describeMargin(retail, wholesale)).toBeUndefined()
})

test('a moved picture has its new position, and the others keep their order', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 6 }),
      fc.nat(5),
      fc.nat(5),
      (items, a, b) => {
        const [from, to] = [a % items.length, b % items.length]
        const moved = moveItem(items, from, to)
        const item = items[from]
        expect(moved[to]).toBe(item)
        expect(moved.filter((one) => one !== item)).toEqual(items.filter((one) => one !== item))
      },
    ),
  )
})
