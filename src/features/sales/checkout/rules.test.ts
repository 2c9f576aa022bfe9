import { expect, test } from 'vitest'
import type { OrderFormData } from './contract.ts'
import { mergeLines, missingFields } from './rules.ts'

const EMPTY: OrderFormData = {
  email: '',
  subscribeToOffers: false,
  shippingMethod: 'ship',
  country: 'SG',
  firstName: '',
  lastName: '',
  blockNumber: '',
  streetAddress: '',
  unitNumber: '',
  buildingName: '',
  address2: '',
  city: '',
  state: '',
  zipCode: '',
  mobileNumber: '',
  items: [],
  saveAddress: false,
}
const CONTACT = ['email', 'firstName', 'lastName', 'mobileNumber']

test('an empty form misses the contact and the address fields of its country [CHK-09, CHK-10]', () => {
  const inSingapore = [...CONTACT, 'blockNumber', 'streetAddress', 'unitNumber', 'zipCode']
  expect(missingFields(EMPTY)).toEqual(inSingapore)
  expect(missingFields({ ...EMPTY, country: 'DE' })).toEqual([
    ...CONTACT,
    'streetAddress',
    'city',
    'state',
    'zipCode',
  ])
})

test('an empty pickup form misses the contact only [CHK-11]', () => {
  expect(missingFields({ ...EMPTY, shippingMethod: 'pickup' })).toEqual(CONTACT)
})

test('filled fields are not missing', () => {
  const filled = { ...EMPTY, email: 'mei@shopper.example', lastName: 'Tan', zipCode: '079903' }
  expect(missingFields(filled)).toEqual([
    'firstName',
    'mobileNumber',
    'blockNumber',
    'streetAddress',
    'unitNumber',
  ])
})

test('lines of one variant are merged at the position of the first, with all units', () => {
  const lines = [
    { key: 'ring', quantity: 1, price: 100 },
    { key: 'chain', quantity: 4, price: 200 },
    { key: 'ring', quantity: 2, price: 100 },
    { key: 'ring', quantity: 3, price: 100 },
  ]
  expect(mergeLines(lines)).toEqual([
    { key: 'ring', quantity: 6, price: 100 },
    { key: 'chain', quantity: 4, price: 200 },
  ])
  expect(lines[0]).toEqual({ key: 'ring', quantity: 1, price: 100 })
  expect(mergeLines([])).toEqual([])
})
