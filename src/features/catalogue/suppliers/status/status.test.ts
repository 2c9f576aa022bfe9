import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { inTransaction, queryRows } from '#database/database.ts'
import { createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import { createTestProduct, createTestSupplier, type CreatedSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createOperator, expectSuccess } from '#tests/steps/payouts.ts'
import { createStore, setVerified } from '../service.ts'

const shop = await createTestShop()
const { db } = shop

let supplier: CreatedSupplier
let product: string
let operator: Awaited<ReturnType<typeof createOperator>>
beforeEach(async () => {
  supplier = await createTestSupplier(db)
  product = (await createTestProduct(db, { supplier })).id
  operator = await createOperator(shop)
})

const change = (name: string, reason = 'The register says otherwise') =>
  operator.post(`/store-status/${supplier.publicId}`, { change: name, reason })

async function isListed() {
  const [found] = await queryRows<{ listed: boolean }>(
    db,
    sql`select is_listed as listed from products where public_id = ${product}`,
  )
  return found?.listed
}

test('removing a verification unlists the products, and verifying again lists them', async () => {
  expect(await isListed()).toBe(true)
  expect(await change('remove_verification')).toMatchObject({ body: { status: 'unverified' } })
  expect(await isListed()).toBe(false)
  expect(await change('verify')).toMatchObject({ body: { status: 'verified' } })
  expect(await isListed()).toBe(true)
})

test('a suspended supplier is unlisted, cannot be renamed, and is verified again when the suspension is lifted', async () => {
  const owner = await createSignedInAccount(db, shop.now(), { type: 'manufacturer', owns: supplier })
  await expectSuccess(change('suspend'))
  expect(await isListed()).toBe(false)
  const form = { name: 'Another name', country: 'SG', yearsOfExperience: 1, mainCategories: ['Rings'] }
  expect(await shop.post('/shop/saveMyStore', { data: form }, owner.headers)).toMatchObject({
    body: { code: 'name_verified' },
  })
  expect(await change('verify')).toMatchObject({ status: 409, body: { code: 'supplier_status' } })
  expect(await change('lift')).toMatchObject({ body: { status: 'verified' } })
  expect(await isListed()).toBe(true)
})

test('of two concurrent suspensions one is refused as already done', async () => {
  const other = await createOperator(shop)
  const body = { change: 'suspend', reason: 'Reports of copies' }
  const answers = await Promise.all(
    [operator, other].map((one) => one.post(`/store-status/${supplier.publicId}`, body)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const entries = await queryRows(db, sql`select id from audit_log where kind = 'status'`)
  expect(entries).toHaveLength(1)
})

test('an operator’s change of status is in the store’s log with its reason', async () => {
  const reason = 'Copies of a brand'
  await expectSuccess(change('suspend', reason))
  const { body } = await expectSuccess(operator.get(`/operator/audit-log?supplier=${supplier.publicId}`))
  expect(body).toMatchObject({
    entries: [
      {
        action: 'Suspended the store',
        role: 'operator',
        kind: 'status',
        supplier: { id: supplier.publicId },
        before: { status: 'verified' },
        after: { status: 'suspended', reason },
      },
    ],
  })
})

test('refuses to verify an unnamed store, an unknown supplier and a missing reason', async () => {
  const owner: CreatedAccount = await createSignedInAccount(db, shop.now(), { type: 'manufacturer' })
  await inTransaction(db, (tx) =>
    createStore(tx, { ownerId: owner.id, name: null, contactEmail: owner.email }),
  )
  const { body } = await expectSuccess(shop.get('/shop/getMyStore', owner.headers))
  const { store } = body as { store: { id: string } }
  const verify = { change: 'verify', reason: 'Checked' }
  expect(await operator.post(`/store-status/${store.id}`, verify)).toMatchObject({
    body: { code: 'store_unnamed' },
  })
  expect(await operator.post('/store-status/sup_0', verify)).toMatchObject({ status: 404 })
  expect(await change('suspend', ' ')).toMatchObject({ status: 400 })
})

test('the command that verifies a supplier also lifts a suspension', async () => {
  await expectSuccess(change('suspend'))
  await setVerified(db, supplier.id, true)
  expect(await isListed()).toBe(true)
  expect(await operator.get(`/operator/suppliers/${supplier.publicId}`)).toMatchObject({
    body: { supplier: { status: 'verified', suspendedAt: null } },
  })
})
