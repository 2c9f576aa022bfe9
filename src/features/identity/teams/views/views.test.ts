import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MINUTE } from '#core/time.ts'
import { createSignedInAccount, createTestOperator } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop()
const { db } = shop

const REASON = { reason: 'They asked for help with a price rule' }

async function startViewing(roles: Parameters<typeof createTestOperator>[2] = ['support']) {
  const vendor = await createSignedInAccount(db, shop.now(), { firstName: 'Ingrid', lastName: 'Sol' })
  const operator = await createTestOperator(db, shop.now(), roles)
  const path = `/operator/accounts/${vendor.publicId}/view`
  const answer = await shop.post(path, REASON, operator.headers)
  return { vendor, operator, answer, headers: { ...operator.headers, 'x-business': vendor.publicId } }
}

test('an operator reads a vendor’s dashboard, is listed as its viewer, and both logs have the reason', async () => {
  const { vendor, operator, answer, headers } = await startViewing()
  expect(answer).toMatchObject({
    status: 200,
    body: { business: { id: vendor.publicId, type: 'vendor' }, endsAt: '2026-03-02T10:30:00.000Z' },
  })
  expect(await shop.get('/vendor/wallet', headers)).toMatchObject({ status: 200 })
  const businesses = await shop.get('/team/businesses', operator.headers)
  expect(businesses.body).toMatchObject({ businesses: [{ id: vendor.publicId, isOwn: false }] })
  expect(JSON.stringify(businesses.body)).not.toContain(':write')
  const activity = await shop.get('/vendor/activity', vendor.headers)
  expect(JSON.stringify(activity.body)).toContain('Viewed the dashboard as an operator')
  const log = await shop.get(
    '/operator/audit-log?kind=account',
    (await createTestOperator(db, shop.now(), ['support'])).headers,
  )
  expect(log.body).toMatchObject({
    entries: [{ action: 'Viewed the dashboard as an operator', after: { reason: REASON.reason } }],
  })
})

test('an operator viewing a dashboard cannot change anything', async () => {
  const { headers } = await startViewing()
  const refused = { status: 403, body: { code: 'viewing_only' } }
  expect(await shop.post('/vendor/wallet/settings', {}, headers)).toMatchObject(refused)
  expect(await shop.post('/vendor/orders/pay', {}, headers)).toMatchObject(refused)
  expect(
    await shop.post('/team/invitations', { email: 'eve@thief.example', roles: ['finance'] }, headers),
  ).toMatchObject(refused)
})

test('viewing ends after 30 minutes, when it is stopped, and when the operator loses the role', async () => {
  const { headers, operator } = await startViewing()
  const read = () => shop.get('/vendor/wallet', headers)
  expect((await read()).status).toBe(200)
  await shop.post('/team/view/end', {}, operator.headers)
  expect((await read()).status).toBe(403)
  const second = await startViewing()
  const readSecond = () => shop.get('/vendor/wallet', second.headers)
  expect((await readSecond()).status).toBe(200)
  await db.execute(sql`update team_members set roles = '{finance}' where account_id = ${second.operator.id}`)
  expect((await readSecond()).status).toBe(403)
  await db.execute(sql`update team_members set roles = '{support}' where account_id = ${second.operator.id}`)
  await db.execute(sql`update sessions set access_expires_at = access_expires_at + interval '1 day'`)
  shop.passTime(29 * MINUTE)
  expect((await readSecond()).status).toBe(200)
  shop.passTime(2 * MINUTE)
  expect((await readSecond()).status).toBe(403)
})

test('viewing covers one business in one session, and is refused for other roles and for operators’ accounts', async () => {
  const { operator, vendor } = await startViewing()
  const other = await createSignedInAccount(db, shop.now())
  const of = (who: typeof operator, owner: typeof other) =>
    shop.get('/vendor/wallet', { ...who.headers, 'x-business': owner.publicId })
  expect((await of(operator, other)).status).toBe(403)
  const colleague = await createTestOperator(db, shop.now(), ['support'])
  expect((await of(colleague, vendor)).status).toBe(403)
  expect((await of(other, vendor)).status).toBe(403)
  expect((await startViewing(['finance'])).answer.status).toBe(403)
  const path = `/operator/accounts/${colleague.publicId}/view`
  expect(await shop.post(path, REASON, operator.headers)).toMatchObject({
    status: 409,
    body: { code: 'not_a_business' },
  })
})

test('a supplier’s activity log names the operator who viewed it', async () => {
  const store = await createTestSupplier(db)
  const supplier = await createSignedInAccount(db, shop.now(), { type: 'manufacturer', owns: store })
  const operator = await createTestOperator(db, shop.now(), ['support'])
  await shop.post(`/operator/accounts/${supplier.publicId}/view`, REASON, operator.headers)
  const headers = { ...operator.headers, 'x-business': supplier.publicId }
  expect((await shop.get('/supplier/orders', headers)).status).toBe(200)
  const activity = await shop.get('/supplier/activity', supplier.headers)
  expect(JSON.stringify(activity.body)).toContain('Viewed the dashboard as an operator')
})
