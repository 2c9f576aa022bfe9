import { expect, test } from 'vitest'
import { createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import type { SavedAddressData } from '../contract.ts'
import { MAX_ADDRESSES } from '../rules.ts'

const shop = await createTestShop()

const HOME = {
  label: 'Home',
  country: 'sg',
  blockNumber: '12',
  streetAddress: 'Tanjong Pagar Road',
  unitNumber: '#04-11',
  zipCode: '079903',
  mobileNumber: '9123 4567',
}
const MILAN = {
  label: 'Studio',
  country: 'IT',
  streetAddress: 'Via Manzoni 3',
  city: 'Milano',
  state: 'MI',
  zipCode: '20121',
  mobileNumber: '+39 312 345 6789',
}

test('the first address becomes the default, with normalized phone and place', async () => {
  const mei = await createSignedInAccount(shop.db, shop.now())
  expect(await listAddressesOf(mei)).toEqual([])

  const [home] = await save(mei, { address: { ...HOME, city: 'of another country', label: ' Home\nBcc: x' } })
  expect(home).toMatchObject({
    label: 'Home Bcc: x',
    country: 'SG',
    countryName: 'Singapore',
    mobileNumber: '+6591234567',
    city: '',
    isDefault: true,
  })
  expect(home?.id).toMatch(/^adr_/)
  expect(home).not.toHaveProperty('accountId')
})

test('the address set last is the only default', async () => {
  const mei = await createSignedInAccount(shop.db, shop.now())
  const [home] = await save(mei, { address: HOME })
  expect(labels(await save(mei, { address: MILAN }))).toEqual(['Home *', 'Studio'])

  const office = await save(mei, { address: { ...MILAN, label: 'Office' }, isDefault: true })
  expect(labels(office)).toEqual(['Office *', 'Studio', 'Home'])
  expect(labels(await send(mei, 'setDefaultAddress', { id: home?.id }))).toEqual([
    'Home *',
    'Office',
    'Studio',
  ])
})

test('an address can be replaced under its ID, and stays the default', async () => {
  const mei = await createSignedInAccount(shop.db, shop.now())
  const [home] = await save(mei, { address: HOME })
  const [moved, ...others] = await save(mei, { id: home?.id, address: { ...MILAN, label: 'Home' } })
  expect(others).toEqual([])
  expect(moved).toMatchObject({ id: home?.id, city: 'Milano', blockNumber: '', isDefault: true })
})

test('when the default address is removed, the newest remaining one becomes the default', async () => {
  const mei = await createSignedInAccount(shop.db, shop.now())
  const [home] = await save(mei, { address: HOME })
  await save(mei, { address: MILAN })
  await save(mei, { address: { ...MILAN, label: 'Office' } })
  expect(labels(await send(mei, 'removeAddress', { id: home?.id }))).toEqual(['Office *', 'Studio'])
})

test.each([
  {
    what: 'no street',
    address: { ...HOME, streetAddress: ' ' },
    code: 'fields_missing',
    fields: ['streetAddress'],
  },
  {
    what: 'no city',
    address: { ...MILAN, city: '', state: '' },
    code: 'fields_missing',
    fields: ['city', 'state'],
  },
  {
    what: 'no phone',
    address: { ...HOME, mobileNumber: '' },
    code: 'fields_missing',
    fields: ['mobileNumber'],
  },
  {
    what: 'a postcode of nowhere',
    address: { ...HOME, zipCode: '1' },
    code: 'bad_postcode',
    fields: ['zipCode'],
  },
  {
    what: 'a number nobody has',
    address: { ...HOME, mobileNumber: '12' },
    code: 'bad_phone',
    fields: ['mobileNumber'],
  },
  {
    what: 'a country that is not served',
    address: { ...MILAN, country: 'KP' },
    code: 'country_not_served',
    fields: ['country'],
  },
])('refuses an address with $what, naming the invalid fields', async ({ address, code, fields }) => {
  const mei = await createSignedInAccount(shop.db, shop.now())
  const answer = await shop.post('/users/saveAddress', { address }, mei.headers)
  expect(answer).toMatchObject({ status: 400, body: { success: false, code, details: { fields } } })
  expect(await listAddressesOf(mei)).toEqual([])
})

test('refuses addresses that are too long', async () => {
  const mei = await createSignedInAccount(shop.db, shop.now())
  const answer = await shop.post(
    '/users/saveAddress',
    { address: { ...HOME, streetAddress: 'x'.repeat(201) } },
    mei.headers,
  )
  expect(answer.status).toBe(400)
})

test('an account cannot see, change, remove or select another account’s address', async () => {
  const [mei, eve] = [
    await createSignedInAccount(shop.db, shop.now()),
    await createSignedInAccount(shop.db, shop.now()),
  ]
  const [home] = await save(mei, { address: HOME })
  await save(eve, { address: MILAN })

  const id = home?.id
  for (const [call, body] of [
    ['saveAddress', { id, address: MILAN, isDefault: true }],
    ['removeAddress', { id }],
    ['setDefaultAddress', { id }],
  ] as const) {
    const answer = await shop.post(`/users/${call}`, body, eve.headers)
    expect(answer).toMatchObject({ status: 404, body: { code: 'address_not_found' } })
  }
  expect(labels(await listAddressesOf(mei))).toEqual(['Home *'])
  expect(labels(await listAddressesOf(eve))).toEqual(['Studio *'])
})

test('addresses require a sign-in', async () => {
  expect(await shop.get('/users/addresses')).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  for (const call of ['saveAddress', 'removeAddress', 'setDefaultAddress'])
    expect((await shop.post(`/users/${call}`, { id: 'x' })).status).toBe(401)
})

test('an account has a maximum number of addresses, also under concurrent requests', async () => {
  const mei = await createSignedInAccount(shop.db, shop.now())
  const answers = await Promise.all(
    Array.from({ length: MAX_ADDRESSES + 3 }, (_, index) =>
      shop.post(
        '/users/saveAddress',
        { address: { ...HOME, label: `${index}` }, isDefault: true },
        mei.headers,
      ),
    ),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(3)
  expect(refused[0]).toMatchObject({ status: 409, body: { code: 'too_many_addresses' } })
  const savedAddresses = await listAddressesOf(mei)
  expect(savedAddresses).toHaveLength(MAX_ADDRESSES)
  expect(savedAddresses.filter(({ isDefault }) => isDefault)).toHaveLength(1)
})

async function listAddressesOf(account: CreatedAccount): Promise<SavedAddressData[]> {
  return read(await shop.get('/users/addresses', account.headers))
}

function save(account: CreatedAccount, body: object): Promise<SavedAddressData[]> {
  return send(account, 'saveAddress', body)
}

async function send(account: CreatedAccount, call: string, body: object): Promise<SavedAddressData[]> {
  return read(await shop.post(`/users/${call}`, body, account.headers))
}

function read({ body }: { body: unknown }): SavedAddressData[] {
  expect(body).toMatchObject({ success: true })
  // The shape of these endpoints' successful answers.
  return (body as { addresses: SavedAddressData[] }).addresses
}

function labels(addresses: readonly SavedAddressData[]): string[] {
  return addresses.map(({ label, isDefault }) => (isDefault ? `${label} *` : label))
}
