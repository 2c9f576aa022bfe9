import { expect, test } from 'vitest'
import { createCheckoutForm, createStorage } from '#tests/data/checkout-data.ts'
import { emptyCheckoutForm, changeCountry } from './checkout-form.ts'
import { CHECKOUT_DRAFT_KEY, clearCheckoutDraft, saveCheckoutDraft, readCheckoutDraft } from './form-draft.ts'

test('restores a saved form', () => {
  const storage = createStorage()
  const form = createCheckoutForm({
    shippingMethod: 'pickup',
    subscribeToOffers: true,
    rateChoices: { sup_1: 'Express 2' },
  })
  saveCheckoutDraft(storage, form)
  expect(readCheckoutDraft(storage, 'JP')).toEqual(form)
})

test('does not save an untouched form, so that the country in the header applies', () => {
  const storage = createStorage()
  saveCheckoutDraft(storage, createCheckoutForm())
  saveCheckoutDraft(storage, changeCountry(emptyCheckoutForm('SG'), 'US'))
  expect(storage.getItem(CHECKOUT_DRAFT_KEY)).toBeNull()
  expect(readCheckoutDraft(storage, 'JP').country).toBe('JP')
})

test('reads invalid or forbidden drafts as an empty form', () => {
  const storage = createStorage()
  storage.setItem(CHECKOUT_DRAFT_KEY, '{"email":')
  expect(readCheckoutDraft(storage, 'SG')).toEqual(emptyCheckoutForm('SG'))
  storage.setItem(
    CHECKOUT_DRAFT_KEY,
    '{"email":7,"shippingMethod":"fly","city":"Austin","evil":"x","rateChoices":{"sup_1":1}}',
  )
  expect(readCheckoutDraft(storage, 'SG')).toEqual({ ...emptyCheckoutForm('SG'), city: 'Austin' })
  expect(readCheckoutDraft(createStorage(true), 'SG')).toEqual(emptyCheckoutForm('SG'))
  saveCheckoutDraft(createStorage(true), createCheckoutForm())
})

test('a cleared draft is not restored', () => {
  const storage = createStorage()
  saveCheckoutDraft(storage, createCheckoutForm())
  clearCheckoutDraft(storage)
  expect(readCheckoutDraft(storage, 'SG')).toEqual(emptyCheckoutForm('SG'))
})
