import { expect, test } from 'vitest'
import type { SavedAddressData } from '#features/sales/shipping/contract.ts'
import { createCheckoutForm } from '#tests/data/checkout-data.ts'
import { renderHtml, findTags, toText } from '#tests/data/rendered.tsx'
import { createSavedAddress } from '#tests/data/account-data.ts'
import { readOnlyNames, toBuyerForm } from '../form/buyer-form.ts'
import { emptyCheckoutForm } from '../form/checkout-form.ts'
import { ContactBlock } from './contact-block.tsx'
import { DeliveryBlock } from './delivery-block.tsx'
import { findSelectedAddress, isAddressEmpty, fillAddress, AddressChoice } from './saved-addresses.tsx'

const MEI = { id: 'usr_1', email: 'mei@vendors.example', firstName: 'Mei', lastName: 'Tan' }
const HOME = createSavedAddress()
const STUDIO = createSavedAddress({
  id: 'adr_2',
  label: '',
  country: 'IT',
  countryName: 'Italy',
  blockNumber: '',
  unitNumber: '',
  streetAddress: 'Via Manzoni 3',
  city: 'Milano',
  state: 'MI',
  zipCode: '20121',
  isDefault: false,
})
const unused = () => undefined

test('for a signed-in buyer, email and names are filled in, and the names are read-only [CHK-03, VAL-05]', () => {
  const form = toBuyerForm(MEI, emptyCheckoutForm('SG'))
  const contact = renderHtml(<ContactBlock form={form} errors={{}} change={unused} buyer={MEI} />)
  expect(inputNamed(contact, 'email')).toContain('value="mei@vendors.example"')
  expect(toText(contact)).toContain('Signed in as Mei Tan')
  expect(contact).not.toContain('/login')

  const delivery = renderHtml(
    <DeliveryBlock form={form} errors={{}} change={unused} countries={[]} pickupPlaces={[]} buyer={MEI} />,
  )
  expect(inputNamed(delivery, 'firstName')).toMatch(/disabled="".*value="Mei"/)
  expect(inputNamed(delivery, 'lastName')).toMatch(/disabled="".*value="Tan"/)
  expect(inputNamed(delivery, 'streetAddress')).not.toContain('disabled=""')
})

test('a last name that the account lacks can be typed', () => {
  const buyer = { ...MEI, lastName: '' }
  expect(toBuyerForm(buyer, createCheckoutForm({ lastName: 'Lim' })).lastName).toBe('Lim')
  expect(readOnlyNames(buyer)).toEqual(['firstName'])
})

test('keeps what a guest typed after signing in, also another email address', () => {
  const typed = createCheckoutForm({ email: 'orders@studio.example', streetAddress: 'Duxton Hill' })
  expect(toBuyerForm(MEI, typed)).toMatchObject({
    buyer: 'usr_1',
    email: 'orders@studio.example',
    streetAddress: 'Duxton Hill',
    firstName: 'Mei',
  })
})

test('clears the form of one account when another one signs in', () => {
  const hers = toBuyerForm(MEI, createCheckoutForm({ saveAddress: true }))
  expect(toBuyerForm(undefined, hers)).toEqual(emptyCheckoutForm('SG'))
  expect(toBuyerForm({ ...MEI, id: 'usr_2', firstName: 'Eve' }, hers)).toMatchObject({
    firstName: 'Eve',
    streetAddress: '',
    mobileNumber: '',
    saveAddress: false,
  })
})

test('a saved address fills its fields and country, and is selected until one of them changes', () => {
  const empty = toBuyerForm(MEI, emptyCheckoutForm('SG'))
  expect(isAddressEmpty(empty)).toBe(true)
  const form = fillAddress({ ...empty, rateChoices: { sup_1: 'x' } }, STUDIO)
  expect(form).toMatchObject({ country: 'IT', city: 'Milano', blockNumber: '', rateChoices: {} })
  expect(form.mobileNumber).toBe('+6591234567')
  expect(findSelectedAddress(form, [HOME, STUDIO])).toBe(STUDIO)
  expect(findSelectedAddress({ ...form, streetAddress: 'Via Manzoni 4' }, [HOME, STUDIO])).toBeUndefined()
  expect(isAddressEmpty(form)).toBe(false)
})

test('saved addresses can be selected, and a new one can be saved', () => {
  const withSavedAddress = choice(fillAddress(toBuyerForm(MEI, emptyCheckoutForm('SG')), HOME))
  expect(toText(withSavedAddress)).toBe(
    'Your addresses Home 12 Tanjong Pagar Road, #04-11, 079903, Singapore Via Manzoni 3 Via Manzoni 3, 20121 Milano MI, Italy Another address',
  )
  expect(findTags(withSavedAddress, 'input').map((tag) => tag.includes('checked'))).toEqual([
    true,
    false,
    false,
  ])

  const withNewAddress = choice(toBuyerForm(MEI, emptyCheckoutForm('SG')))
  expect(findTags(withNewAddress, 'input').map((tag) => tag.includes('checked'))).toEqual([
    false,
    false,
    true,
    false,
  ])
  expect(toText(withNewAddress)).toContain('Save this address for next time')
  expect(toText(choice(emptyCheckoutForm('SG'), []))).toBe('Save this address for next time')
})

function choice(
  form: ReturnType<typeof emptyCheckoutForm>,
  addresses: readonly SavedAddressData[] = [HOME, STUDIO],
): string {
  return renderHtml(<AddressChoice form={form} change={unused} addresses={addresses} />)
}

function inputNamed(html: string, name: string): string | undefined {
  return findTags(html, 'input').find((tag) => tag.includes(`name="${name}"`))
}
