import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DAY, MINUTE } from '#core/time.ts'
import { queryRows } from '#database/database.ts'
import {
  type CreatedAccount,
  createSignedInAccount,
  createTestMember,
  createTestOperator,
} from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { exportKeys } from './service.ts'

const shop = await createTestShop()

type KeyOptions = Readonly<{ scopes?: string[]; callsPerMinute?: number; expiresInDays?: number | null }>

/** Creates a key of an account; returns it with the headers of its calls. */
async function createKey(headers: CreatedAccount['headers'], options: KeyOptions = {}) {
  const body = { name: 'Warehouse', scopes: ['orders:read'], expiresInDays: 90, ...options }
  const answer = await shop.post('/developers/keys', body, headers)
  expect(answer).toMatchObject({ status: 200 })
  const { key, token } = answer.body as { key: { id: string; prefix: string }; token: string }
  return { ...key, token, headers: { authorization: `Bearer ${token}` } }
}

async function createVendor() {
  return createSignedInAccount(shop.db, shop.now(), { withPassword: true })
}

test('a key works for the calls of its scopes, is stored as a hash only, and is listed with its last use', async () => {
  const vendor = await createVendor()
  const key = await createKey(vendor.headers)
  expect(await shop.get('/vendor/orders', key.headers)).toMatchObject({ status: 200 })
  const listed = await shop.get('/developers/keys', vendor.headers)
  expect(listed.body).toMatchObject({
    keys: [
      { id: key.id, prefix: key.token.slice(0, 10), state: 'active', lastUsedAt: shop.now().toISOString() },
    ],
  })
  expect(listed.text).not.toContain(key.token)
  const rows = await queryRows<{ row: string }>(shop.db, sql`select k::text as row from api_keys k`)
  expect(JSON.stringify(rows)).not.toContain(key.token.slice(12))
})

test('a key outside its scopes gets 403 with the missing scope, and cannot make account calls', async () => {
  const vendor = await createVendor()
  const { headers } = await createKey(vendor.headers)
  expect(await shop.get('/vendor/wallet', headers)).toMatchObject({
    status: 403,
    body: { code: 'scope_missing', details: { permission: 'money:read', scopes: ['orders:read'] } },
  })
  for (const path of ['/developers/keys', '/team', '/developers/webhooks'])
    expect(await shop.get(path, headers)).toMatchObject({ status: 403 })
  // Account calls, and calls that require the password, accept no keys.
  expect(await shop.get('/team/businesses', headers)).toMatchObject({
    status: 403,
    body: { code: 'api_key_not_allowed' },
  })
  const body = { name: 'More', scopes: ['money:read'], expiresInDays: null }
  expect(await shop.post('/developers/keys', body, headers)).toMatchObject({ status: 403 })
})

test('refuses keys with scopes for team, ownership, bank details, API keys or another type of business', async () => {
  const store = await createTestSupplier(shop.db)
  const supplier = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer', owns: store })
  for (const scope of ['team:write', 'ownership:write', 'bank_details:write', 'api:write', 'listings:read'])
    expect(
      await shop.post(
        '/developers/keys',
        { name: 'Greedy', scopes: [scope], expiresInDays: 30 },
        supplier.headers,
      ),
    ).toMatchObject({ status: 400 })
})

test('a key works for its own business only, regardless of the x-business header', async () => {
  const [vendor, other] = [await createVendor(), await createVendor()]
  const { headers } = await createKey(vendor.headers)
  const answer = await shop.get('/vendor/orders', { ...headers, 'x-business': other.publicId })
  expect(answer).toMatchObject({ status: 401, body: { code: 'bad_api_key' } })
  const store = await createTestSupplier(shop.db)
  await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer', owns: store })
  expect(await shop.get('/supplier/orders', headers)).toMatchObject({ status: 403 })
  const key = await createKey(other.headers)
  expect(await shop.post(`/developers/keys/${key.id}/revoke`, {}, vendor.headers)).toMatchObject({
    status: 404,
    body: { code: 'key_not_found' },
  })
})

test('a key stops working when it is revoked, expires, or its creator leaves the team', async () => {
  const vendor = await createVendor()
  const isGood = async ({ headers }: { headers: Record<string, string> }) =>
    (await shop.get('/vendor/orders', headers)).status
  const revoked = await createKey(vendor.headers)
  await shop.post(`/developers/keys/${revoked.id}/revoke`, {}, vendor.headers)
  expect(await isGood(revoked)).toBe(401)

  const member = await createTestMember(shop.db, shop.now(), {
    business: vendor,
    roles: ['owner'],
    withPassword: true,
  })
  const ofMember = await createKey(member.headers, { expiresInDays: null })
  expect(await isGood(ofMember)).toBe(200)
  await shop.db.execute(sql`update team_members set roles = '{finance}' where account_id = ${member.id}`)
  // A key never exceeds its creator’s permissions: roles are checked at each call.
  expect((await shop.get('/vendor/listings', ofMember.headers)).status).toBe(403)
  await shop.db.execute(sql`delete from team_members where account_id = ${member.id}`)
  expect(await isGood(ofMember)).toBe(403)

  const short = await createKey(vendor.headers, { expiresInDays: 30 })
  expect(await isGood(short)).toBe(200)
  shop.passTime(30 * DAY + MINUTE)
  expect(await isGood(short)).toBe(401)
})

test('a key has its own rate limit, and creating it is recorded in the audit log', async () => {
  const vendor = await createVendor()
  // Tests run with limits ten thousand times higher.
  const strict = await shop.anotherApp({ LIMIT_FACTOR: '1' })
  const { headers } = await createKey(vendor.headers, { callsPerMinute: 2, scopes: ['orders:read'] })
  const statuses: number[] = []
  for (let call = 0; call < 3; call += 1)
    statuses.push((await strict.http.request('http://shop.test/vendor/orders', { headers })).status)
  expect(statuses).toEqual([200, 200, 429])
  await strict.jobs.stop()

  const operator = await createTestOperator(shop.db, shop.now(), ['owner'])
  const key = await createKey(operator.headers, { scopes: ['settings:read', 'products:write'] })
  const log = await shop.get('/operator/audit-log?kind=api', operator.headers)
  expect(log.body).toMatchObject({ entries: [{ action: 'Created the API key Warehouse' }, {}] })
  expect(await shop.get('/operator/settings/issuer', key.headers)).toMatchObject({ status: 200 })
})

test('a valid key is listed however many were revoked since, and a data export has all of them', async () => {
  const vendor = await createVendor()
  const valid = await createKey(vendor.headers)
  await shop.db.execute(sql`
    insert into api_keys (public_id, business_id, member_id, name, prefix, hash, scopes, calls_per_minute, created_at, revoked_at)
    select 'revoked-' || n, business_id, member_id, 'Old', prefix, sha256(n::text::bytea), scopes, 1, created_at, created_at
    from api_keys, generate_series(1, 201) n`)
  const { keys } = (await shop.get('/developers/keys', vendor.headers)).body as { keys: { id: string }[] }
  expect(keys).toHaveLength(200)
  expect(keys.at(-1)).toMatchObject({ id: valid.id, state: 'active' })
  expect(keys[0]).toMatchObject({ id: 'revoked-201' })
  const exported = await exportKeys(shop.db, vendor.id)
  expect(exported).toHaveLength(202)
})
