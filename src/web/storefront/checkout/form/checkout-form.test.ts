import { expect, test } from 'vitest'
import { addressFields } from '#web/shared/address/address-fields.ts'
import { createCheckoutForm } from '#tests/data/checkout-data.ts'
import {
  emptyCheckoutForm,
  isAddressComplete,
  findMissingCheckoutFields,
  offersRates,
  changeCountry,
  changeMethod,
} from './checkout-form.ts'
import type { TextField } from './checkout-form.ts'
import { summarizeMissing, missingText } from './field-texts.ts'

const AMERICAN = {
  country: 'US',
  blockNumber: '',
  unitNumber: '',
  streetAddress: '1 Main St',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
}

test('a Singapore address has block, street, unit, building and postcode [CHK-07]', () => {
  expect(addressFields('SG')).toEqual([
    'blockNumber',
    'streetAddress',
    'unitNumber',
    'buildingName',
    'zipCode',
  ])
})

test('an address in another country has street, second line, city, state and postcode [CHK-08]', () => {
  expect(addressFields('US')).toEqual(['streetAddress', 'address2', 'city', 'state', 'zipCode'])
})

test('a Singapore address is complete without a building, and needs every other field [CHK-09]', () => {
  expect(isAddressComplete(createCheckoutForm({ buildingName: '' }))).toBe(true)
  expect(incompleteWithout('SG', {})).toEqual([
    'firstName',
    'lastName',
    'blockNumber',
    'streetAddress',
    'unitNumber',
    'zipCode',
    'mobileNumber',
  ])
})

test('an address in another country is complete without a second line, and needs every other field [CHK-10]', () => {
  expect(isAddressComplete(createCheckoutForm({ ...AMERICAN, address2: '' }))).toBe(true)
  expect(incompleteWithout('US', AMERICAN)).toEqual([
    'firstName',
    'lastName',
    'streetAddress',
    'city',
    'state',
    'zipCode',
    'mobileNumber',
  ])
})

test('treats blanks as an empty field', () => {
  expect(isAddressComplete(createCheckoutForm({ unitNumber: '   ' }))).toBe(false)
})

test('requires the country, and a guest’s email address [CHK-11]', () => {
  expect(findMissingCheckoutFields(createCheckoutForm({ email: ' ', country: '' }), true)).toEqual(
    expect.arrayContaining(['email', 'country']),
  )
})

test('offers rates only for shipping to a complete address [CHK-14]', () => {
  expect(offersRates(createCheckoutForm())).toBe(true)
  expect(offersRates(createCheckoutForm({ zipCode: '' }))).toBe(false)
  expect(offersRates(createCheckoutForm({ shippingMethod: 'pickup' }))).toBe(false)
})

test('changing the country clears address and rate, and keeps the buyer’s name and contact [CHK-19]', () => {
  const moved = changeCountry(
    createCheckoutForm({ rateChoices: { sup_1: 'Express 2' }, subscribeToOffers: true }),
    'US',
  )
  expect(moved).toEqual({
    ...emptyCheckoutForm('US'),
    email: 'mei@example.com',
    firstName: 'Mei',
    lastName: 'Tan',
    mobileNumber: '91234567',
    subscribeToOffers: true,
  })
})

test('selecting the same country again changes nothing', () => {
  const form = createCheckoutForm()
  expect(changeCountry(form, 'SG')).toBe(form)
})

test('pickup clears the selected rate and offers none [CHK-20]', () => {
  const picked = changeMethod(createCheckoutForm({ rateChoices: { sup_1: 'Express 2' } }), 'pickup')
  expect(picked.rateChoices).toEqual({})
  expect(offersRates(picked)).toBe(false)
})

test('pickup requires country, names, mobile number and email, and no address [CHK-31]', () => {
  const nothing = changeMethod(emptyCheckoutForm(''), 'pickup')
  expect(findMissingCheckoutFields(nothing, false)).toEqual([
    'email',
    'country',
    'firstName',
    'lastName',
    'mobileNumber',
  ])
  const enough = {
    ...emptyCheckoutForm('SG'),
    email: 'a@b.sg',
    firstName: 'A',
    lastName: 'B',
    mobileNumber: '91234567',
  }
  expect(findMissingCheckoutFields(changeMethod(enough, 'pickup'), false)).toEqual([])
})

test('with a complete address, only the rate is missing', () => {
  expect(findMissingCheckoutFields(createCheckoutForm(), false)).toEqual(['selectedShippingRate'])
  expect(findMissingCheckoutFields(createCheckoutForm(), true)).toEqual([])
})

test('one sentence names all missing fields, and each field has its own error', () => {
  expect(summarizeMissing(['city'])).toBe('Please fill in your city.')
  expect(summarizeMissing(['email', 'city', 'zipCode'])).toBe(
    'Please fill in your email address, city and postal code.',
  )
  expect(missingText('unitNumber')).toBe('Please fill in your unit number.')
})

/** Returns the fields whose absence alone makes a complete form incomplete. */
function incompleteWithout(country: string, over: object): string[] {
  const fields: readonly TextField[] = ['firstName', 'lastName', ...addressFields(country), 'mobileNumber']
  const full = createCheckoutForm({ ...over, buildingName: 'Tower', address2: 'Floor 2' })
  return fields.filter((field) => !isAddressComplete({ ...full, [field]: '' }))
}
