import { expect, test } from 'vitest'
import { DAY } from '#core/time.ts'
import { createSignedInAccount, createTestMember, PASSWORD } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import {
  createVerifiedAccountId,
  parseUserData,
  readEmails,
  signIn,
  toBearerHeader,
} from '#tests/steps/sign-in.ts'
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

test('an account without a team acts for its own business, with every permission of its type', async () => {
  const { owner } = await createStoreWithOwner(shop)
  const businesses = await listBusinesses(shop, owner)
  expect(businesses).toMatchObject([
    { id: owner.publicId, type: 'manufacturer', name: 'Harbour Star', isOwn: true, roles: ['owner'] },
  ])
  expect(businesses[0]?.permissions).toContain('ownership:write')
  expect(toTeam(await shop.get('/team', owner.headers))).toMatchObject({
    members: [{ id: owner.publicId, name: 'Lena Ong', roles: ['owner'], isYou: true }],
    invitations: [],
  })
})

test('an invited address without an account signs up and joins the team', async () => {
  const { owner } = await createStoreWithOwner(shop)
  const team = toTeam(await invite(shop, owner, { email: ' Jonas@Packers.example ', roles: ['packing'] }))
  expect(team.invitations).toMatchObject([{ email: JONAS, roles: ['packing'], isExpired: false }])
  const [email] = await readEmails(shop, JONAS)
  expect(email).toMatchObject({ subject: 'Join the team of Harbour Star' })
  expect(email?.text).toContain('Lena Ong invites you')

  const token = await readInvitationToken(shop, JONAS)
  expect(await shop.get(`/team/invitation?token=${token}`)).toMatchObject({
    status: 200,
    body: {
      invitation: {
        business: { type: 'manufacturer', name: 'Harbour Star' },
        invitedBy: 'Lena Ong',
        email: JONAS,
        roles: ['packing'],
      },
    },
  })
  await createVerifiedAccountId(shop, { email: JONAS, firstName: 'Jonas', lastName: 'Lim' })
  const user = parseUserData(await signIn(shop, { email: JONAS }))
  const headers = toBearerHeader(user)
  expect(await accept(shop, { headers }, token)).toMatchObject({
    status: 200,
    body: { business: { id: owner.publicId, name: 'Harbour Star', isOwn: false, roles: ['packing'] } },
  })
  expect((await readEmails(shop, owner.email))[0]).toMatchObject({
    subject: 'Jonas Lim joined the team of Harbour Star',
  })
  // Their own business is a vendor’s, the default of a sign-up.
  expect(await listBusinesses(shop, { headers })).toMatchObject([
    { type: 'vendor', isOwn: true },
    { type: 'manufacturer', name: 'Harbour Star', roles: ['packing'] },
  ])
})

test('a member acts for the business named in the call, and for their own without it', async () => {
  const { store, owner } = await createStoreWithOwner(shop)
  const jonas = await joinTeam(shop, owner, { roles: ['packing'] })
  expect(await shop.get('/shop/getMyStore', jonas.headers)).toMatchObject({
    status: 200,
    body: { store: { id: store.publicId, name: 'Harbour Star' } },
  })
  expect((await shop.get('/supplier/orders', jonas.headers)).status).toBe(200)
  expect(await shop.get('/supplier/orders', jonas.personal)).toMatchObject({
    status: 403,
    body: { code: 'wrong_account_type' },
  })
  expect((await shop.get('/users/profile', jonas.headers)).body).toMatchObject({
    profile: { id: jonas.publicId, email: JONAS },
  })
})

test('an account can be in several teams with several roles, and still owns a business', async () => {
  const [first, second] = [
    await createStoreWithOwner(shop, 'First'),
    await createStoreWithOwner(shop, 'Second'),
  ]
  const jonas = await joinTeam(shop, first.owner, { roles: ['catalogue', 'packing'] })
  toTeam(await invite(shop, second.owner, { email: JONAS, roles: ['finance'] }))
  const [token = ''] = (await readEmails(shop, JONAS)).flatMap(({ links }) =>
    links.flatMap((link) =>
      link.includes('/join-team?') ? [new URL(link).searchParams.get('token') ?? ''] : [],
    ),
  )
  expect((await accept(shop, { headers: jonas.personal }, token)).status).toBe(200)
  expect(
    (await listBusinesses(shop, { headers: jonas.personal })).map(({ name, roles }) => [name, roles]),
  ).toEqual([
    ['Jonas Lim', ['owner']],
    ['First', ['catalogue', 'packing']],
    ['Second', ['finance']],
  ])
  const forFirst = await Promise.all(
    ['/supplier/products', '/supplier/orders', '/supplier/payouts'].map((path) =>
      shop.get(path, jonas.headers),
    ),
  )
  expect(forFirst.map(({ status }) => status)).toEqual([200, 200, 403])
  const headers = { ...jonas.personal, 'x-business': second.owner.publicId }
  expect((await shop.get('/supplier/payouts', headers)).status).toBe(200)
  expect((await shop.get('/supplier/products', headers)).status).toBe(403)
})

test('resending an invitation creates a new link and invalidates the earlier one', async () => {
  const { owner } = await createStoreWithOwner(shop)
  const { invitations } = toTeam(await invite(shop, owner, { email: JONAS, roles: ['packing'] }))
  const first = await readInvitationToken(shop, JONAS)
  shop.passTime(8 * DAY)
  expect(toTeam(await shop.get('/team', (await relogin(owner)).headers)).invitations).toMatchObject([
    { isExpired: true },
  ])
  const again = await relogin(owner)
  const resent = await shop.post(`/team/invitations/${invitations[0]?.id}/resend`, {}, again.headers)
  expect(toTeam(resent).invitations).toMatchObject([{ isExpired: false }])
  const second = await readInvitationToken(shop, JONAS)
  expect(second).not.toBe(first)
  expect((await shop.get(`/team/invitation?token=${first}`)).status).toBe(404)
  expect((await shop.get(`/team/invitation?token=${second}`)).status).toBe(200)
})

/** Returns the account with a new session. */
async function relogin(account: { id: number; publicId: string }) {
  const { createSession } = await import('#tests/shop/accounts.ts')
  return { ...account, ...(await createSession(db, account.id, shop.now())) }
}

test('a role change takes effect with the next call, and the member is emailed', async () => {
  const { owner } = await createStoreWithOwner(shop)
  const jonas = await joinTeam(shop, owner, { roles: ['packing'] })
  const change = await shop.post(
    `/team/members/${jonas.publicId}/roles`,
    { roles: ['catalogue', 'catalogue'] },
    owner.headers,
  )
  expect(toRolesByEmail(toTeam(change))).toEqual({ [owner.email]: ['owner'], [JONAS]: ['catalogue'] })
  expect((await shop.get('/supplier/products', jonas.headers)).status).toBe(200)
  expect((await shop.get('/supplier/orders', jonas.headers)).status).toBe(403)
  const [email] = await readEmails(shop, JONAS)
  expect(email?.text).toContain('Your role is now: Catalogue.')
})

test('a member can leave the team, and the owner is emailed', async () => {
  const { owner } = await createStoreWithOwner(shop)
  const jonas = await joinTeam(shop, owner, { roles: ['finance'] })
  expect((await shop.post('/team/leave', {}, jonas.headers)).status).toBe(200)
  expect((await shop.get('/supplier/payouts', jonas.headers)).status).toBe(403)
  expect((await readEmails(shop, owner.email))[0]).toMatchObject({
    subject: 'Jonas Lim left the team of Harbour Star',
  })
  expect(await listBusinesses(shop, { headers: jonas.personal })).toHaveLength(1)
})

test('ownership is transferred after the password, and the previous owner stays with all other roles', async () => {
  const { owner } = await createStoreWithOwner(shop)
  const jonas = await joinTeam(shop, owner, { roles: ['finance'] })
  const transfer = (password: string) =>
    shop.post('/team/transfer', { member: jonas.publicId, password }, owner.headers)
  expect(await transfer('wrong')).toMatchObject({ status: 409, body: { code: 'password_wrong' } })
  expect(toRolesByEmail(toTeam(await transfer(PASSWORD)))).toEqual({
    [JONAS]: ['owner'],
    [owner.email]: ['catalogue', 'packing', 'finance'],
  })
  expect((await readEmails(shop, JONAS))[0]?.text).toContain('You now own Harbour Star.')
  // Owner permissions moved too, also away from the account that created the store.
  expect((await shop.get('/supplier/activity', jonas.headers)).status).toBe(200)
  expect((await shop.get('/supplier/activity', owner.headers)).status).toBe(403)
  expect((await shop.get('/supplier/orders', owner.headers)).status).toBe(200)
  const back = { member: owner.publicId, password: PASSWORD }
  expect((await shop.post('/team/transfer', back, jonas.headers)).status).toBe(200)
  expect((await shop.get('/supplier/activity', owner.headers)).status).toBe(200)
})

test('the activity log names the member, their role and who was affected, without email addresses', async () => {
  const { owner } = await createStoreWithOwner(shop)
  const jonas = await joinTeam(shop, owner, { roles: ['packing'] })
  const { body } = await shop.get('/supplier/activity?kind=team', owner.headers)
  expect(body).toMatchObject({
    entries: [
      {
        name: 'Jonas Lim',
        role: 'packing',
        action: 'Joined the team',
        about: 'Jonas Lim',
        after: { roles: ['packing'] },
      },
      {
        name: 'Lena Ong',
        role: 'owner',
        action: 'Invited a member',
        after: { email: 'j•••@packers.example' },
      },
    ],
    members: [{ id: jonas.publicId }, { id: owner.publicId }],
  })
})

test('vendors have teams with roles of their own', async () => {
  const vendor = await createSignedInAccount(db, shop.now(), { firstName: 'Ruben', lastName: 'Hale' })
  expect(await invite(shop, vendor, { email: JONAS, roles: ['packing'] })).toMatchObject({
    status: 400,
    body: { code: 'role_unknown' },
  })
  const jonas = await joinTeam(shop, vendor, { roles: ['listings'] })
  expect((await shop.get('/vendor/listings', jonas.headers)).status).toBe(200)
  expect(await shop.get('/vendor/orders', jonas.headers)).toMatchObject({
    status: 403,
    body: { message: 'Your role in this business doesn’t include orders. Ask the owner.' },
  })
})

test('a name in an invitation cannot inject lines into the email', async () => {
  const { owner } = await createStoreWithOwner(shop, 'Star\r\nBcc: all@victims.example')
  await invite(shop, owner, { email: JONAS, roles: ['packing'] })
  const [email] = await readEmails(shop, JONAS)
  expect(email?.subject).toBe('Join the team of Star Bcc: all@victims.example')
})

test('invitations are deleted with their addresses a month after they ended', async () => {
  const { owner } = await createStoreWithOwner(shop)
  await invite(shop, owner, { email: JONAS, roles: ['packing'] })
  const token = await readInvitationToken(shop, JONAS)
  shop.passTime(36 * DAY)
  await shop.app.jobs.enqueue(db, { job: 'teams.delete_ended_invitations', input: {} })
  await shop.work()
  expect(await shop.get(`/team/invitation?token=${token}`)).toMatchObject({
    body: { code: 'invitation_expired' },
  })
  shop.passTime(2 * DAY)
  await shop.app.jobs.enqueue(db, { job: 'teams.delete_ended_invitations', input: {} })
  await shop.work()
  expect((await shop.get(`/team/invitation?token=${token}`)).status).toBe(404)
})

test('a closed account leaves its teams, and the team of its own business is removed with it', async () => {
  const { owner } = await createStoreWithOwner(shop)
  const jonas = await joinTeam(shop, owner, { roles: ['packing'] })
  const mara = await createTestMember(db, shop.now(), { business: owner, roles: ['finance'] })
  const close = (headers: Record<string, string>) =>
    shop.post('/users/closeAccount', { data: { password: PASSWORD } }, headers)
  expect((await close(jonas.personal)).status).toBe(200)
  expect(toTeam(await shop.get('/team', owner.headers)).members).toHaveLength(2)
  expect((await close(owner.headers)).status).toBe(200)
  expect((await shop.get('/supplier/payouts', mara.headers)).status).toBe(403)
  expect(await listBusinesses(shop, { headers: mara.personal })).toHaveLength(1)
})

test('a transferred business survives its creator’s account, and its owner’s account cannot be closed', async () => {
  const { store, owner } = await createStoreWithOwner(shop)
  const jonas = await joinTeam(shop, owner, { roles: ['finance'] })
  const body = { member: jonas.publicId, password: PASSWORD }
  expect((await shop.post('/team/transfer', body, owner.headers)).status).toBe(200)
  const close = (headers: Record<string, string>) =>
    shop.post('/users/closeAccount', { data: { password: PASSWORD } }, headers)
  expect(await close(jonas.personal)).toMatchObject({
    status: 409,
    body: {
      code: 'owns_business',
      message:
        'You own Harbour Star. Transfer the ownership to another member first, then close your account.',
    },
  })
  expect((await close(owner.headers)).status).toBe(200)
  expect(await shop.get('/shop/getMyStore', jonas.headers)).toMatchObject({
    status: 200,
    body: { store: { id: store.publicId, name: 'Harbour Star' } },
  })
  expect(toTeam(await shop.get('/team', jonas.headers)).members).toMatchObject([{ email: JONAS }])
})
