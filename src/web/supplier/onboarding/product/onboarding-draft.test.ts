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

test('what was typed is there again after a reload, and is theirs who then sign in', () => {
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

test('what somebody else typed in this tab is not shown', () => {
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
])('a broken draft is read as far as it goes: %s', (storedDraft) => {
  const { product, store } = readOnboardingDraft(memory(storedDraft), '')
  expect(store).toBeNull()
  expect(product).toMatchObject({ name: '', revision: 0, pictures: [], kinds: [], category: '' })
  expect(product.variants).toHaveLength(1)
})

test('a category there is not, or a text nobody typed, is left out', () => {
  const storedDraft = JSON.stringify({ owner: '', product: { category: 'Boats', name: 'x'.repeat(20_001) } })
  expect(readOnboardingDraft(memory(storedDraft), '').product).toMatchObject({ category: '', name: '' })
})
