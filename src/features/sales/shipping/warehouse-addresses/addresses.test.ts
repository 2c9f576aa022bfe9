import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier, type CreatedSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { findReturnAddress } from './manage-addresses.ts'

const shop = await createTestShop()
const { db } = shop
const ADDRESS = {
  name: 'Atelier Luce',
  street1: 'Via Roma 1',
  city: 'Arezzo',
  zip: '52100',
  country: 'IT',
  phone: '0575 123456',
}

let store: CreatedSupplier
let owner: CreatedAccount
beforeEach(async () => {
  store = await createTestSupplier(db)
  owner = await createSignedInAccount(db, shop.now(), { type: 'manufacturer', owns: store })
})

const save = (purpose: string, address: object | null) =>
  shop.post(`/supplier/warehouse-addresses/${store.warehouseId}/${purpose}`, { address }, owner.headers)
const findReturns = () => findReturnAddress(db, { supplierId: store.id, name: `${store.name} Warehouse` })

test('warehouse addresses are normalized, and returns go to the sender until a returns address is set', async () => {
  expect(await findReturns()).toBeUndefined()
  expect((await save('sender', ADDRESS)).body).toMatchObject({
    warehouses: [{ sender: { ...ADDRESS, phone: '+390575123456' }, returns: null }],
    returnPolicy: { paidBy: 'buyer', instructions: '' },
  })
  expect(await findReturns()).toMatchObject({ street1: 'Via Roma 1' })
  await save('returns', {
    ...ADDRESS,
    street1: 'Via Resi 2',
    country: 'FR',
    zip: '75001',
    phone: '+33142278186',
  })
  expect(await findReturns()).toMatchObject({ street1: 'Via Resi 2' })
  expect((await save('returns', null)).body).toMatchObject({ warehouses: [{ returns: null }] })
  expect(await findReturns()).toMatchObject({ street1: 'Via Roma 1' })
})

test.each([
  [{ zip: '5210' }, 'bad_postcode'],
  [{ phone: '12' }, 'bad_phone'],
  [{ country: 'XX' }, 'unknown_country'],
  [{ country: 'FR', zip: '75001', phone: '+33142278186' }, 'country_differs'],
  [{ street1: '  ' }, 'invalid_input'],
])('refuses a sender with %o, naming the invalid field', async (wrong, code) => {
  const answer = await save('sender', { ...ADDRESS, ...wrong })
  expect([answer.status, answer.body]).toMatchObject([400, { code }])
  expect(await queryRows(db, sql`select from warehouse_addresses`)).toEqual([])
})

test('the return policy can be set, and each change is in the store’s log', async () => {
  await save('sender', ADDRESS)
  const policy = { paidBy: 'supplier', instructions: 'Put the slip in the parcel.' }
  expect((await shop.post('/supplier/return-policy', policy, owner.headers)).body).toMatchObject({
    returnPolicy: policy,
  })
  const log = await queryRows(db, sql`select action, entity from audit_log order by id`)
  expect(log).toMatchObject([
    { action: 'Set the sender address', entity: `warehouse ${store.name} Warehouse` },
    { action: 'Changed the return policy' },
  ])
})
