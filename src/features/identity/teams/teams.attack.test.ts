import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DAY } from '#core/time.ts'
import { createSignedInAccount, createTestMember, PASSWORD } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createOperator } from '#tests/steps/payouts.ts'
import {
  accept,
  createStoreWithOwner,
  invite,
  joinTeam,
  listBusinesses,
  readInvitationToken,
  toRolesByEmail,
  toTeam,
} from '#tests/steps/teams.ts'

const shop = await createTestShop()
const { db } = shop
const JONAS = 'jonas@packers.example'

/** The calls that read a store: orders, products, money, settings, team. */
const READS = [
  '/supplier/orders',
  '/supplier/products',
  '/supplier/payouts',
  '/supplier/activity',
  '/shop/getMyStore',
  '/team',
]

test('a member of one store cannot read another store by sending its ID', async () => {
  const [mine, other] = [await createStoreWithOwner(shop), await createStoreWithOwner(shop, 'Other')]
  const jonas = await joinTeam(shop, mine.owner, { roles: ['catalogue', 'packing', 'finance'] })
  for (const business of [other.owner.publicId, 'usr_nobody', '', "' or true --"]) {
    const headers = { ...jonas.personal, 'x-business': business }
    for (const path of READS)
      expect([path, await shop.get(path, headers)]).toMatchObject([
        path,
        { status: 403, body: { code: 'not_a_member' } },
      ])
  }
  // The owner of a store has no rights in another one either.
  const headers = { ...mine.owner.headers, 'x-business': other.owner.publicId }
  expect((await shop.get('/supplier/orders', headers)).status).toBe(403)
})

test('a removed member loses access with the next call', async () => {
  const { owner } = await createStoreWithOwner(shop)
  const jonas = await joinTeam(shop, owner, { roles: ['packing'] })
  expect((await shop.get('/supplier/orders', jonas.headers)).status).toBe(200)
  expect((await shop.post(`/team/members/${jonas.publicId}/remove`, {}, owner.headers)).status).toBe(200)
  expect(await shop.get('/supplier/orders', jonas.headers)).toMatchObject({
    status: 403,
    body: { code: 'not_a_member' },
  })
  expect((await shop.post('/team/leave', {}, jonas.headers)).status).toBe(403)
  expect((await shop.get('/users/profile', jonas.personal)).status).toBe(200)
})

test('an invitation can be accepted once, also under concurrent attempts', async () => {
  const { owner } = await createStoreWithOwner(shop)
  await invite(shop, owner, { email: JONAS, roles: ['packing'] })
  const token = await readInvitationToken(shop, JONAS)
  const jonas = await createSignedInAccount(db, shop.now(), { email: JONAS })
  const answers = await Promise.all(Array.from({ length: 5 }, () => accept(shop, jonas, token)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  expect((await shop.post(`/team/members/${jonas.publicId}/remove`, {}, owner.headers)).status).toBe(200)
  // A removed member cannot return by the used link.
  expect(await accept(shop, jonas, token)).toMatchObject({ status: 409, body: { code: 'invitation_used' } })
  expect(await listBusinesses(shop, jonas)).toHaveLength(1)
})

test('refuses an expired and a revoked invitation', async () => {
  const { owner } = await createStoreWithOwner(shop)
  const { invitations } = toTeam(await invite(shop, owner, { email: JONAS, roles: ['packing'] }))
  const revoked = await readInvitationToken(shop, JONAS)
  expect((await shop.post(`/team/invitations/${invitations[0]?.id}/revoke`, {}, owner.headers)).status).toBe(
    200,
  )
  await invite(shop, owner, { email: 'mara@packers.example', roles: ['packing'] })
  const expired = await readInvitationToken(shop, 'mara@packers.example')
  const jonas = await createSignedInAccount(db, shop.now(), { email: JONAS })
  expect(await accept(shop, jonas, revoked)).toMatchObject({ body: { code: 'invitation_revoked' } })
  shop.passTime(7 * DAY)
  const mara = await createSignedInAccount(db, shop.now(), { email: 'mara@packers.example' })
  expect(await accept(shop, mara, expired)).toMatchObject({ body: { code: 'invitation_expired' } })
  expect(await listBusinesses(shop, mara)).toHaveLength(1)
})

test('accepting an invitation to another address is refused without revealing that address', async () => {
  const { owner } = await createStoreWithOwner(shop)
  await invite(shop, owner, { email: JONAS, roles: ['finance'] })
  const token = await readInvitationToken(shop, JONAS)
  const thief = await createSignedInAccount(db, shop.now(), { email: 'thief@elsewhere.example' })
  const answer = await accept(shop, thief, token)
  expect(answer).toMatchObject({ status: 409, body: { code: 'wrong_account' } })
  expect(answer.text).toContain('j•••@packers.example')
  expect(answer.text).not.toContain(JONAS)
  const operator = await createOperator(shop)
  expect(await operator.post('/team/invitation/accept', { token })).toMatchObject({
    body: { code: 'operator_account' },
  })
  expect((await shop.get('/team', owner.headers)).body).toMatchObject({ invitations: [{ email: JONAS }] })
})

test('members without permission cannot change roles, invite, remove or transfer ownership', async () => {
  const { owner } = await createStoreWithOwner(shop)
  const jonas = await joinTeam(shop, owner, { roles: ['catalogue', 'packing', 'finance'] })
  const attempts = [
    [`/team/members/${jonas.publicId}/roles`, { roles: ['finance'] }],
    [`/team/members/${owner.publicId}/remove`, {}],
    ['/team/invitations', { email: 'friend@elsewhere.example', roles: ['finance'] }],
    ['/team/transfer', { member: jonas.publicId, password: PASSWORD }],
  ] as const
  for (const [path, body] of attempts)
    expect([path, await shop.post(path, body, jonas.headers)]).toMatchObject([
      path,
      { status: 403, body: { code: 'permission_missing' } },
    ])
  // As the owner of their own business they change only that one.
  const own = { status: 409, body: { code: 'owner_stays' } }
  expect(await shop.post(attempts[0][0], attempts[0][1], jonas.personal)).toMatchObject(own)
  expect((await shop.post(attempts[1][0], attempts[1][1], jonas.personal)).status).toBe(404)
  for (const roles of [['owner'], ['operator'], [], ['listings']])
    expect((await shop.post(`/team/members/${jonas.publicId}/roles`, { roles }, owner.headers)).status).toBe(
      400,
    )
  expect(
    await shop.post('/team/invitations', { email: 'a@b.example', roles: ['owner'] }, owner.headers),
  ).toMatchObject({ status: 400 })
})

test('the last owner cannot leave, be removed or demoted, and two concurrent transfers keep one owner', async () => {
  const { owner } = await createStoreWithOwner(shop)
  const [jonas, mara] = [
    await joinTeam(shop, owner, { roles: ['packing'] }),
    await createTestMember(db, shop.now(), { business: owner, roles: ['finance'], withPassword: true }),
  ]
  const stays = { status: 409, body: { code: 'owner_stays' } }
  expect(await shop.post('/team/leave', {}, owner.headers)).toMatchObject(stays)
  expect(await shop.post(`/team/members/${owner.publicId}/remove`, {}, owner.headers)).toMatchObject(stays)
  const roles = { roles: ['finance'] }
  expect(await shop.post(`/team/members/${owner.publicId}/roles`, roles, owner.headers)).toMatchObject(stays)
  const transfers = await Promise.all(
    [jonas, mara].map(({ publicId }) =>
      shop.post('/team/transfer', { member: publicId, password: PASSWORD }, owner.headers),
    ),
  )
  expect(transfers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const owners = await db.execute(sql`select account_id from team_members where roles = '{owner}'`)
  expect(owners.rows).toHaveLength(1)
  expect((await shop.get('/supplier/activity', owner.headers)).status).toBe(403)
})

test('transferring ownership requires the acting owner’s password, not that of the account that created the business', async () => {
  const { owner } = await createStoreWithOwner(shop)
  const jonas = await createTestMember(db, shop.now(), { business: owner, roles: ['packing'] })
  // Without an entered password, and with the former owner’s password.
  await shop.post('/team/transfer', { member: jonas.publicId, password: PASSWORD }, owner.headers)
  const body = { member: owner.publicId, password: PASSWORD }
  expect(await shop.post('/team/transfer', body, jonas.headers)).toMatchObject({
    status: 409,
    body: { code: 'no_password' },
  })
})

test('invitations are limited per business and per mailbox', async () => {
  const limited = await shop.anotherApp({ LIMIT_FACTOR: '1' })
  const post = (body: object, headers: Record<string, string>) =>
    limited.http.request('http://shop.test/team/invitations', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const statuses: number[] = []
  for (let store = 0; store < 6; store += 1) {
    const { owner } = await createStoreWithOwner(shop, `Store ${store}`)
    statuses.push(
      (await post({ email: `ja.ck+${store}@gmail.com`, roles: ['packing'] }, owner.headers)).status,
    )
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('refuses an invitation once the team has its maximum size', async () => {
  const { owner } = await createStoreWithOwner(shop)
  await db.execute(sql`
    insert into team_invitations (public_id, business_id, email, roles, token_hash, invited_by, sent_at, expires_at)
    select 'inv_' || n, ${owner.id}, n || '@full.example', '{packing}', sha256(n::text::bytea), ${owner.id},
      ${shop.now()}, ${shop.now()} from generate_series(1, 99) n`)
  expect(await invite(shop, owner, { email: JONAS, roles: ['packing'] })).toMatchObject({
    status: 409,
    body: { code: 'team_full' },
  })
})

test('refuses to invite a member or an address that is already invited', async () => {
  const { owner } = await createStoreWithOwner(shop)
  const jonas = await joinTeam(shop, owner, { roles: ['packing'] })
  expect(await invite(shop, owner, { email: JONAS.toUpperCase(), roles: ['finance'] })).toMatchObject({
    body: { code: 'already_member' },
  })
  expect(await invite(shop, owner, { email: owner.email, roles: ['finance'] })).toMatchObject({
    body: { code: 'already_member' },
  })
  const both = await Promise.all(
    [0, 1].map(() => invite(shop, owner, { email: 'mara@packers.example', roles: ['finance'] })),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await invite(shop, owner, { email: 'not an address', roles: ['finance'] })).toMatchObject({
    status: 400,
    body: { code: 'form_faulty' },
  })
  expect(toRolesByEmail(toTeam(await shop.get('/team', jonas.headers)))).toMatchObject({
    [JONAS]: ['packing'],
  })
  // Only members who may invite see the addresses of invitations.
  expect(toTeam(await shop.get('/team', jonas.headers)).invitations).toEqual([])
})
