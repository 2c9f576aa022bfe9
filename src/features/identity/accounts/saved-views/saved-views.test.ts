import { expect, test } from 'vitest'
import { createSignedInAccount, PASSWORD } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'

const shop = await createTestShop()

const LIST = '/users/savedViews?list=supplier_products'

async function createMember(withPassword = false) {
  const account = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer', withPassword })
  const save = (name: string, query: string, list = 'supplier_products') =>
    shop.post('/users/savedViews', { list, name, query }, account.headers)
  return { account, save }
}

test('a saved view can be renamed, changed and deleted, and belongs to one list of one account', async () => {
  const { account, save } = await createMember()
  const other = await createMember()
  const saved = await save('  Rings to restock ', 'view=sold_out&category=Rings')
  const id = String(getField(saved, 'id'))
  await save('Rings to restock', 'view=late', 'supplier_orders')
  expect((await shop.get(LIST, account.headers)).body).toMatchObject({
    views: [{ id, name: 'Rings to restock', query: 'view=sold_out&category=Rings' }],
  })
  const renamed = await shop.post(`/users/savedViews/${id}`, { name: 'Restock' }, account.headers)
  expect(renamed.body).toMatchObject({
    views: [{ id, name: 'Restock', query: 'view=sold_out&category=Rings' }],
  })
  await shop.post(`/users/savedViews/${id}`, { query: 'view=low_stock' }, account.headers)
  for (const [path, status] of [
    [`/users/savedViews/${id}`, 404],
    [`/users/savedViews/${id}/delete`, 200],
  ] as const)
    expect((await shop.post(path, {}, other.account.headers)).status).toBe(status)
  expect((await shop.get(LIST, account.headers)).body).toMatchObject({
    views: [{ id, name: 'Restock', query: 'view=low_stock' }],
  })
  expect((await shop.get(LIST, other.account.headers)).body).toMatchObject({ views: [] })
  await shop.post(`/users/savedViews/${id}/delete`, {}, account.headers)
  expect((await shop.get(LIST, account.headers)).body).toMatchObject({ views: [] })
})

test('refuses a second view with the same name in any case, and a twenty-first view', async () => {
  const { account, save } = await createMember()
  const first = await save('Restock', 'view=sold_out')
  expect((await save('RESTOCK', 'view=all')).body).toMatchObject({ code: 'name_taken' })
  for (let n = 2; n <= 20; n += 1) expect((await save(`View ${n}`, '')).status).toBe(200)
  expect((await save('One more', '')).body).toMatchObject({ code: 'too_many_views' })
  const id = String(getField(first, 'id'))
  const renamed = await shop.post(`/users/savedViews/${id}`, { name: 'view 2' }, account.headers)
  expect(renamed.body).toMatchObject({ code: 'name_taken' })
  expect((await save('', 'view=all')).status).toBe(400)
  expect((await save('Long', 'x'.repeat(2_001))).status).toBe(400)
})

test('saved views are in the data export, and deleted with the account', async () => {
  const { account, save } = await createMember(true)
  await save('Restock', 'view=sold_out')
  const exported = await shop.get('/users/exportData', account.headers)
  expect(getField(exported, 'more', 'savedViews')).toMatchObject([
    { list: 'supplier_products', name: 'Restock', query: 'view=sold_out' },
  ])
  await shop.post('/users/closeAccount', { data: { password: PASSWORD } }, account.headers)
  const rows = await shop.db.$client.query('select 1 from saved_views where account_id = $1', [account.id])
  expect(rows.rowCount).toBe(0)
})
