import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createSession, createSignedInAccount, createTestMember } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { enableFactor } from '#tests/steps/second-factor.ts'
import { createSubmittedOrder } from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()
const { db } = shop

async function search(text: string, more = ''): Promise<string[]> {
  const operator = await createSignedInAccount(db, shop.now(), { type: 'operator', lastName: 'Staff' })
  const path = `/operator/accounts?search=${encodeURIComponent(text)}${more}`
  const { body } = await shop.get(path, operator.headers)
  return (Reflect.get(Object(body), 'accounts') as { id: string }[]).map(({ id }) => id)
}

test('an account is found by the beginning of its names or address and by its ID only', async () => {
  const mei = { firstName: 'Mei', lastName: 'Van_Dijk', email: 'mei.van@search.example' }
  const { publicId, email } = await createSignedInAccount(db, shop.now(), mei)
  await createSignedInAccount(db, shop.now(), { firstName: 'Anna', lastName: 'Vanx Dijk' })
  for (const text of [email, 'MEI.VAN', 'mei van_', 'van_d', publicId])
    expect(await search(text)).toEqual([publicId])
  expect(await search('an_Dijk')).toEqual([])
  expect(await search('%')).toEqual([])
})

test('an order number finds the account of its buyer', async () => {
  const buyer = await createSignedInAccount(db, shop.now())
  const { purchaseId } = await createSubmittedOrder(shop)
  const [purchase] = await queryRows<{ number: string }>(
    db,
    sql`update purchases set account_id = ${buyer.id} where public_id = ${purchaseId} returning number`,
  )
  expect(await search(purchase?.number ?? '')).toEqual([buyer.publicId])
})

test('accounts are listed by type, newest first, page by page', async () => {
  const made: string[] = []
  for (let index = 0; index < 52; index += 1)
    made.push((await createSignedInAccount(db, shop.now(), { type: 'manufacturer' })).publicId)
  const operator = await createSignedInAccount(db, shop.now(), { type: 'operator' })
  const read = async (more: string) =>
    (await shop.get(`/operator/accounts?filter=manufacturer${more}`, operator.headers)).body
  const first = Object(await read(''))
  const second = Object(await read(`&cursor=${String(first.nextCursor)}`))
  const listed = [...first.accounts, ...second.accounts].map(({ id }: { id: string }) => id)
  expect(listed).toEqual(made.toReversed())
  expect(second.nextCursor).toBeNull()
})

test('an account’s page shows its businesses with roles, its sign-ins and its second factor', async () => {
  const store = await createTestSupplier(db, { name: 'Atelier Nord' })
  const owner = await createSignedInAccount(db, shop.now(), { type: 'manufacturer', owns: store })
  const member = await createTestMember(db, shop.now(), { business: owner, roles: ['packing'] })
  await enableFactor(shop, { headers: member.personal })
  await createSession(db, member.id, shop.now())
  const operator = await createSignedInAccount(db, shop.now(), { type: 'operator' })
  const { body } = await shop.get(`/operator/accounts/${member.publicId}`, operator.headers)
  expect(body).toMatchObject({
    account: {
      email: member.email,
      hasSecondFactor: true,
      operatorRoles: [],
      businesses: [
        { id: member.publicId, type: 'vendor', roles: ['owner'], supplier: null },
        { id: owner.publicId, name: 'Atelier Nord', roles: ['packing'], supplier: store.publicId },
      ],
      signIns: [{ state: 'unfinished', device: 'Unknown device' }, { state: 'open' }],
      consequences: { purchases: 0, wallet: [] },
    },
  })
  expect(await shop.get('/operator/accounts/acc_0', operator.headers)).toMatchObject({ status: 404 })
})

test('an account’s page counts its paid purchases, and those with an open order', async () => {
  const buyer = await createSignedInAccount(db, shop.now())
  const [open, completed, unpaid] = [
    await createSubmittedOrder(shop),
    await createSubmittedOrder(shop),
    await createSubmittedOrder(shop),
  ]
  for (const { purchaseId } of [open, completed, unpaid])
    await db.execute(sql`update purchases set account_id = ${buyer.id} where public_id = ${purchaseId}`)
  await db.execute(sql`update supplier_orders set state = 'completed' where public_id = ${completed.id}`)
  await db.execute(sql`update purchases set paid_at = null where public_id = ${unpaid.purchaseId}`)
  const operator = await createSignedInAccount(db, shop.now(), { type: 'operator' })
  const { body } = await shop.get(`/operator/accounts/${buyer.publicId}`, operator.headers)
  expect(body).toMatchObject({ account: { consequences: { purchases: 2, openPurchases: 1 } } })
})
