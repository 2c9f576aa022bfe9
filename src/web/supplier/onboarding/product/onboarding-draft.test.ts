import { expect, test } from 'vitest'
import {
  ONBOARDING_DRAFT_KEY,
  saveOnboardingDraft,
  newOnboardingDraft,
  readOnboardingDraft,
} from './onboarding-draft.ts'
import { newProductForm } from './product-form.ts'

function memory(storedDraft?: string): Pick<Storage, 'getItem' | 'setItem'> {
  const values = new Map(storedDraft === undefined ? [] : [[ONBOARDING_DRAFT_KEY, storedDraft]])
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
  }
}

const KEY = 'a'.repeat(32)

test('restores the draft after a reload, and assigns it to the account that signs in', () => {
  const storage = memory()
  const pictures = [{ key: KEY, image_url: `/media/${KEY}-400.webp`, tint: null }]
  const product = {
    ...newProductForm(),
    name: 'Moss ring',
    kinds: ['size'] as const,
    pictures,
    isReturnable: false,
  }
  const draft = {
    owner: '',
    store: { name: 'Lind Silver', country: 'Denmark', years: '', categories: '' },
    product,
  }
  saveOnboardingDraft(storage, draft)
  expect(readOnboardingDraft(storage, '')).toEqual(draft)
  expect(readOnboardingDraft(storage, 'usr_1')).toEqual({ ...draft, owner: 'usr_1' })
})

test('does not show another account’s draft in the same tab', () => {
  const storage = memory()
  saveOnboardingDraft(storage, {
    ...newOnboardingDraft('usr_1'),
    store: { name: 'Lind Silver', country: 'Denmark', years: '', categories: '' },
  })
  for (const ownerId of ['usr_2', '']) expect(readOnboardingDraft(storage, ownerId).store).toBeNull()
})

test.each([
  'null',
  '{',
  '[]',
  '"x"',
  JSON.stringify({
    owner: '',
    product: { variants: [null, 1, 'x'], pictures: [{ key: '../x' }, null], kinds: 'size' },
  }),
  JSON.stringify({
    owner: '',
    store: 7,
    product: { name: { toString: 1 }, revision: 'x', category: ['Rings'] },
  }),
])('reads the valid parts of an invalid draft: %s', (storedDraft) => {
  const { product, store } = readOnboardingDraft(memory(storedDraft), '')
  expect(store).toBeNull()
  expect(product).toMatchObject({ name: '', revision: 0, pictures: [], kinds: [], category: '' })
  expect(product.variants).toHaveLength(1)
})

test('ignores an unknown category and an overlong text', () => {
  const storedDraft = JSON.stringify({ owner: '', product: { category: 'Boats', name: 'x'.repeat(20_001) } })
  expect(readOnboardingDraft(memory(storedDraft), '').product).toMatchObject({ category: '', name: '' })
})
