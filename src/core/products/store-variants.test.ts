import { expect, test } from 'vitest'
import { matchVariants, type StoreVariant, type TargetVariant } from './store-variants.ts'

const [SKU_52, SKU_54, SKU_OLD] = ['52', '54', '99'].map((size) => `var_${size.padStart(32, '0')}`) as [
  string,
  string,
  string,
]
const want = (reference: string, value: string, ...knownIds: string[]): TargetVariant => ({
  reference,
  values: [value],
  knownIds,
})
const store = (id: string, sku: string, value: string): StoreVariant => ({ id, sku, values: [value] })

/** Returns the matched, missing and removed variants by id and size. */
function match(wanted: readonly TargetVariant[], stored: readonly StoreVariant[]) {
  const { found, missing, gone, problem } = matchVariants(wanted, stored)
  return {
    found: wanted.flatMap(
      ({ reference, values }) => found.get(reference)?.id.concat('=', values.join()) ?? [],
    ),
    missing: missing.flatMap(({ values }) => values),
    gone: gone.map(({ id }) => id),
    problem,
  }
}

test('lists a removed variant by its id, also with the owner’s SKU, unless a wanted variant has that id', () => {
  const stored = [store('1', 'OWN-52', '52'), store('2', 'OWN-54', '54')]
  const gone = (wanted: readonly TargetVariant[]) =>
    matchVariants(wanted, stored, ['2']).gone.map(({ id }) => id)
  expect(gone([want(SKU_52, '52', '1')])).toEqual(['2'])
  expect(gone([want(SKU_52, '52', '1'), want(SKU_54, '54', '2')])).toEqual([])
})

test('matches new variants by SKU, and lists missing and removed ones', () => {
  const stored = [store('1', SKU_52, '52'), store('3', SKU_OLD, '50'), store('4', 'OWN', '60')]
  expect(match([want(SKU_52, '52'), want(SKU_54, '54')], stored)).toEqual({
    found: ['1=52'],
    missing: ['54'],
    gone: ['3'],
    problem: null,
  })
})

test('matches known variants by id whatever their SKUs, and reports swapped SKUs', () => {
  const wanted = [want(SKU_52, '52', '1'), want(SKU_54, '54', '2')]
  expect(match(wanted, [store('1', 'OWN', '52'), store('2', '', '54')])).toEqual({
    found: ['1=52', '2=54'],
    missing: [],
    gone: [],
    problem: null,
  })
  expect(match(wanted, [store('1', SKU_54, '52'), store('2', SKU_52, '54')])).toMatchObject({
    found: ['1=52', '2=54'],
    missing: [],
    problem: expect.stringMatching(/^In your store, “52” has the SKU of “54”, “54” has the SKU of “52”\./),
  })
})

test('matches a variant that was created again with its SKU, but not a copy of a known one', () => {
  const wanted = [want(SKU_52, '52', '1')]
  expect(match(wanted, [store('9', SKU_52, '52')])).toMatchObject({ found: ['9=52'], problem: null })
  expect(match(wanted, [store('9', SKU_52, 'Own'), store('1', SKU_52, '52')])).toMatchObject({
    found: ['1=52'],
    problem: expect.stringContaining('“Own” has the SKU of “52”'),
  })
})

test('does not match or create a variant whose SKU is ambiguous', () => {
  const wanted = [want(SKU_52, '52'), want(SKU_54, '54', '2')]
  const unclear = { found: ['2=54'], missing: [], problem: expect.stringContaining('has the SKU of “52”') }
  const known = store('2', SKU_54, '54')
  expect(match(wanted, [known, store('8', SKU_52, 'A'), store('9', SKU_52, 'B')])).toMatchObject(unclear)
  expect(match(wanted, [known, store('8', SKU_52, '54')])).toMatchObject(unclear)
  expect(match(wanted, [store('2', SKU_52, '54')])).toMatchObject(unclear)
})

test('matches a variant without SKU by unique option values, and does not create it again', () => {
  const wanted = [want(SKU_52, '52'), want(SKU_54, '54')]
  const parentSku = `prd_${'1'.repeat(32)}`
  expect(match(wanted, [store('8', '', '52'), store('9', parentSku, '54')])).toEqual({
    found: ['8=52', '9=54'],
    missing: [],
    gone: [],
    problem: null,
  })
  expect(match(wanted, [store('7', '', '52'), store('8', 'OWN', '52'), store('9', 'OWN-54', '54')])).toEqual({
    found: [],
    missing: [],
    gone: [],
    problem: expect.stringMatching(
      `^In your store, “52” is there 2 times, and none has its SKU “${SKU_52}”, “54” is a new variant with the SKU “OWN-54”\\.`,
    ),
  })
})

test('keeps a known variant that has another product’s SKU, and reports it', () => {
  expect(match([want(SKU_52, '52', '1')], [store('1', SKU_OLD, '52')])).toMatchObject({
    found: ['1=52'],
    gone: [],
    problem: expect.stringContaining('“52” has the SKU of another product'),
  })
  const single = { reference: SKU_52, values: [], knownIds: ['1'] }
  expect(match([single], [{ id: '1', sku: `prd_${'2'.repeat(32)}`, values: [] }])).toMatchObject({
    found: ['1='],
    problem: expect.stringContaining('In your store, this product has the SKU of another product.'),
  })
})

/** Returns the sizes that the store's variants sell, by their ids. */
function offer(wanted: readonly TargetVariant[], stored: readonly StoreVariant[]) {
  return matchVariants(wanted, stored).offers.map(
    ({ stored: { id }, linked, meant }) => `${id}=${meant.values.join()} of ${linked.values.join()}`,
  )
}

test('offers follow swapped options, but not those that two variants show or nobody knows', () => {
  const wanted = [want(SKU_52, '52', '1'), want(SKU_54, '54', '2'), want(SKU_OLD, '56', '3')]
  const show = (...values: readonly string[]) =>
    offer(
      wanted,
      values.map((value, index) => store(String(index + 1), `OWN-${index}`, value)),
    )
  expect(show('52', '54', '56')).toEqual(['1=52 of 52', '2=54 of 54', '3=56 of 56'])
  expect(show('54', '52', '56')).toEqual(['1=54 of 52', '2=52 of 54', '3=56 of 56'])
  expect(show('54', '56', '52')).toEqual(['1=54 of 52', '2=56 of 54', '3=52 of 56'])
  expect(show('54', '54', '56')).toEqual(['1=52 of 52', '2=54 of 54', '3=56 of 56'])
  expect(show('54', '56', '56')).toEqual(['1=52 of 52', '2=54 of 54', '3=56 of 56'])
  expect(show('EU 54', '52', '56')).toEqual(['1=52 of 52', '2=54 of 54', '3=56 of 56'])
})

test('offers follow what a vendor chose for other options', () => {
  const choose = (options: string, reference: string) => [
    { ...want(SKU_52, '52', '1'), choices: [{ options, reference }] },
    want(SKU_54, '54', '2'),
  ]
  const renamed = [store('1', 'OWN-1', 'EU 54'), store('2', 'OWN-2', '54')]
  expect(offer(choose('eu-54', SKU_54), renamed)).toEqual(['1=54 of 52', '2=54 of 54'])
  expect(offer(choose('eu-56', SKU_54), renamed)).toEqual(['1=52 of 52', '2=54 of 54'])
  const swapped = [store('1', 'OWN-1', '54'), store('2', 'OWN-2', '52')]
  expect(offer(choose('54', SKU_52), swapped)).toEqual(['1=52 of 52', '2=54 of 54'])
})
