import { expect, test } from 'vitest'
import { aFilledForm, aStorage } from '#tests/data/checkout-data.ts'
import { emptyForm, withCountry } from './checkout-form.ts'
import { DRAFT_KEY, forgetDraft, keepDraft, readDraft } from './form-draft.ts'

test('a form is found again as it was left', () => {
  const storage = aStorage()
  const form = aFilledForm({
    shippingMethod: 'pickup',
    subscribeToOffers: true,
    rateChoices: { sup_1: 'Express 2' },
  })
  keepDraft(storage, form)
  expect(readDraft(storage, 'JP')).toEqual(form)
})

test('an untouched form is not kept, so that the country chosen in the header counts', () => {
  const storage = aStorage()
  keepDraft(storage, aFilledForm())
  keepDraft(storage, withCountry(emptyForm('SG'), 'US'))
  expect(storage.getItem(DRAFT_KEY)).toBeNull()
  expect(readDraft(storage, 'JP').country).toBe('JP')
})

test('broken, foreign and forbidden drafts are an empty form', () => {
  const storage = aStorage()
  storage.setItem(DRAFT_KEY, '{"email":')
  expect(readDraft(storage, 'SG')).toEqual(emptyForm('SG'))
  storage.setItem(
    DRAFT_KEY,
    '{"email":7,"shippingMethod":"fly","city":"Austin","evil":"x","rateChoices":{"sup_1":1}}',
  )
  expect(readDraft(storage, 'SG')).toEqual({ ...emptyForm('SG'), city: 'Austin' })
  expect(readDraft(aStorage(true), 'SG')).toEqual(emptyForm('SG'))
  keepDraft(aStorage(true), aFilledForm())
})

test('a forgotten draft is gone', () => {
  const storage = aStorage()
  keepDraft(storage, aFilledForm())
  forgetDraft(storage)
  expect(readDraft(storage, 'SG')).toEqual(emptyForm('SG'))
})
