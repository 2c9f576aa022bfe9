import { expect, test } from 'vitest'
import { DRAFT_KEY, keepDraft, newDraft, readDraft } from './onboarding-draft.ts'
import { newProduct } from './product-form.ts'

function memory(kept?: string): Pick<Storage, 'getItem' | 'setItem'> {
  const values = new Map(kept === undefined ? [] : [[DRAFT_KEY, kept]])
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
    ...newProduct(),
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
  keepDraft(storage, draft)
  expect(readDraft(storage, '')).toEqual(draft)
  expect(readDraft(storage, 'usr_1')).toEqual({ ...draft, owner: 'usr_1' })
})

test('what somebody else typed in this tab is not shown', () => {
  const storage = memory()
  keepDraft(storage, {
    ...newDraft('usr_1'),
    store: { name: 'Lind Silver', country: 'Denmark', years: '', categories: '' },
  })
  for (const other of ['usr_2', '']) expect(readDraft(storage, other).store).toBeNull()
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
])('a broken draft is read as far as it goes: %s', (kept) => {
  const { product, store } = readDraft(memory(kept), '')
  expect(store).toBeNull()
  expect(product).toMatchObject({ name: '', revision: 0, pictures: [], kinds: [], category: '' })
  expect(product.variants).toHaveLength(1)
})

test('a category there is not, or a text nobody typed, is left out', () => {
  const kept = JSON.stringify({ owner: '', product: { category: 'Boats', name: 'x'.repeat(20_001) } })
  expect(readDraft(memory(kept), '').product).toMatchObject({ category: '', name: '' })
})
