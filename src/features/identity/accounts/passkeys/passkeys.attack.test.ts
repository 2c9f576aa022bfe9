import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MINUTE } from '#core/time.ts'
import { createAuthenticator } from '#tests/fakes/authenticator.ts'
import { type CreatedAccount, createSignedInAccount, PASSWORD } from '#tests/shop/accounts.ts'
import { createTestShop, SHOP_URL } from '#tests/shop/shop.ts'
import { enableFactor, startSignIn } from '#tests/steps/second-factor.ts'

const shop = await createTestShop()

type Authenticator = ReturnType<typeof createAuthenticator>

const createOwner = (type: 'vendor' | 'operator' = 'vendor') =>
  createSignedInAccount(shop.db, shop.now(), { type, withPassword: true })

async function startWith(path: string, headers = {}): Promise<{ challenge: string }> {
  const { body, text } = await shop.post(path, {}, headers)
  const options: unknown = Reflect.get(Object(body), 'options')
  const challenge: unknown = Reflect.get(Object(options), 'challenge')
  if (typeof challenge !== 'string') throw new Error(`no options: ${text}`)
  return { challenge }
}

const startAdding = ({ headers }: CreatedAccount) => startWith('/users/passkeys/start', headers)
const startSigningIn = () => startWith('/users/passkeys/startSignIn')
const add = ({ headers }: CreatedAccount, credential: object) =>
  shop.post('/users/passkeys', { data: { name: 'My phone', credential } }, headers)
const signIn = (credential: object, more: object = {}) =>
  shop.post('/users/passkeys/signIn', { data: { credential, ...more } })

async function addPasskey(owner: CreatedAccount): Promise<Authenticator> {
  const authenticator = createAuthenticator(SHOP_URL)
  const added = await add(owner, authenticator.create(await startAdding(owner)))
  expect(added).toMatchObject({ status: 200 })
  return authenticator
}

const REFUSED = { status: 401, body: { code: 'passkey_refused' } }

test('a passkey can be added, named, listed, used and removed, and its owner is emailed', async () => {
  const owner = await createOwner()
  const authenticator = await addPasskey(owner)
  const userHandle = Buffer.from(owner.publicId).toString('base64url')
  const signedIn = await signIn(authenticator.prove(await startSigningIn(), { userHandle }))
  expect(signedIn).toMatchObject({ status: 200, body: { userData: { email: owner.email } } })
  const token = String(Reflect.get(Object(Reflect.get(Object(signedIn.body), 'userData')), 'accessToken'))
  const listed = await shop.get('/users/passkeys', { authorization: `Bearer ${token}` })
  expect(listed.body).toMatchObject({
    passkeys: [{ name: 'My phone', lastUsedAt: shop.now().toISOString() }],
    isAvailable: true,
  })
  const [{ id = '' } = {}] = (listed.body as { passkeys: { id: string }[] }).passkeys
  const rename = { data: { name: 'Old phone' } }
  expect((await shop.post(`/users/passkeys/${id}/rename`, rename, owner.headers)).status).toBe(200)
  expect((await shop.post(`/users/passkeys/${id}/remove`, '', owner.headers)).status).toBe(200)
  expect(await signIn(authenticator.prove(await startSigningIn()))).toMatchObject(REFUSED)
  const emails = await shop.get(`/dev/mail.json?to=${encodeURIComponent(owner.email)}`)
  expect(emails.body).toMatchObject([
    { subject: 'A passkey was removed' },
    { subject: 'A passkey was added' },
  ])
})

test.each(['vendor', 'operator'] as const)(
  'a %s’s passkey signs in without a second factor, and also serves as the second factor after a password',
  async (type) => {
    const owner = await createOwner(type)
    await enableFactor(shop, owner)
    const authenticator = await addPasskey(owner)
    const alone = await signIn(authenticator.prove(await startSigningIn()))
    expect(alone).toMatchObject({ status: 200, body: { userData: { type } } })
    const challenge = await startSignIn(shop, owner)
    const second = await signIn(authenticator.prove(await startSigningIn()), { challenge })
    expect(second).toMatchObject({ status: 200, body: { userData: { email: owner.email } } })
    const again = await signIn(authenticator.prove(await startSigningIn()), { challenge })
    expect(again).toMatchObject({ status: 401, body: { code: 'challenge_over' } })
  },
)

test('refuses a replayed and an expired passkey proof', async () => {
  const authenticator = await addPasskey(await createOwner())
  const proof = authenticator.prove(await startSigningIn())
  expect((await signIn(proof)).status).toBe(200)
  expect(await signIn(proof)).toMatchObject(REFUSED)
  const late = authenticator.prove(await startSigningIn())
  shop.passTime(6 * MINUTE)
  expect(await signIn(late)).toMatchObject(REFUSED)
  expect(await signIn(authenticator.prove({ challenge: 'b3duLWNoYWxsZW5nZQ' }))).toMatchObject(REFUSED)
})

test('a failed proof invalidates its challenge', async () => {
  const authenticator = await addPasskey(await createOwner())
  const options = await startSigningIn()
  expect(await signIn(authenticator.prove(options, { origin: 'https://shop.evil' }))).toMatchObject(REFUSED)
  expect(await signIn(authenticator.prove(options))).toMatchObject(REFUSED)
})

test.each([
  ['another origin', { origin: 'https://cabochon.evil' }],
  ['another domain', { rpId: 'cabochon.evil' }],
  ['no check of its user', { isVerified: false }],
  ['the name of another account', { userHandle: Buffer.from('usr_0').toString('base64url') }],
])('refuses a proof with %s', async (_what, change) => {
  const authenticator = await addPasskey(await createOwner())
  expect(await signIn(authenticator.prove(await startSigningIn(), change))).toMatchObject(REFUSED)
})

test('refuses a new passkey of another origin or without user verification', async () => {
  const owner = await createOwner()
  for (const change of [{ origin: 'https://shop.evil' }, { rpId: 'shop.evil' }, { isVerified: false }]) {
    const credential = createAuthenticator(SHOP_URL).create(await startAdding(owner), change)
    expect(await add(owner, credential)).toMatchObject(REFUSED)
  }
  expect((await shop.get('/users/passkeys', owner.headers)).body).toMatchObject({ passkeys: [] })
})

test('a passkey cannot complete another account’s sign-in or be added to another account', async () => {
  const [owner, thief] = [await createOwner(), await createOwner()]
  await enableFactor(shop, owner)
  const authenticator = await addPasskey(thief)
  const challenge = await startSignIn(shop, owner)
  expect(await signIn(authenticator.prove(await startSigningIn()), { challenge })).toMatchObject(REFUSED)
  // A challenge of the other ceremony, and one issued to another account.
  expect(await add(owner, authenticator.create(await startAdding(owner)))).toMatchObject(REFUSED)
  const stolen = createAuthenticator(SHOP_URL).create(await startAdding(owner))
  expect(await add(thief, stolen)).toMatchObject(REFUSED)
  const forSignIn = createAuthenticator(SHOP_URL).create(await startSigningIn())
  expect(await add(thief, forSignIn)).toMatchObject(REFUSED)
})

test('refuses a signature by another key, and a cloned passkey with an outdated signature counter', async () => {
  const owner = await createOwner()
  const authenticator = await addPasskey(owner)
  const options = await startSigningIn()
  const other = createAuthenticator(SHOP_URL).prove(options)
  const right = authenticator.prove(options)
  const forged = { ...right, response: { ...right.response, signature: other.response.signature } }
  expect(await signIn(forged)).toMatchObject(REFUSED)
  expect((await signIn(authenticator.prove(await startSigningIn()))).status).toBe(200)
  authenticator.rewind()
  expect(await signIn(authenticator.prove(await startSigningIn()))).toMatchObject(REFUSED)
})

test('adding and removing a passkey requires the password, and another account’s passkey is not found', async () => {
  const [owner, thief] = [await createOwner(), await createOwner()]
  await addPasskey(owner)
  const { body } = await shop.get('/users/passkeys', owner.headers)
  const [{ id = '' } = {}] = (body as { passkeys: { id: string }[] }).passkeys
  expect((await shop.post(`/users/passkeys/${id}/remove`, '', thief.headers)).status).toBe(404)
  const rename = { data: { name: 'Mine' } }
  expect((await shop.post(`/users/passkeys/${id}/rename`, rename, thief.headers)).status).toBe(404)
  await shop.db.execute(sql`update sessions set confirmed_until = null`)
  for (const path of ['/users/passkeys/start', `/users/passkeys/${id}/remove`])
    expect(await shop.post(path, '', owner.headers)).toMatchObject({
      status: 403,
      body: { code: 'password_needed' },
    })
  await shop.post('/users/confirmPassword', { data: { password: PASSWORD } }, owner.headers)
  expect((await shop.post(`/users/passkeys/${id}/remove`, '', owner.headers)).status).toBe(200)
})

test('a closed account’s passkey cannot sign in, and the data export names passkeys without their keys', async () => {
  const owner = await createOwner()
  const authenticator = await addPasskey(owner)
  const exported = await shop.get('/users/exportData', owner.headers)
  expect(JSON.stringify(exported.body)).toContain('My phone')
  expect(exported.text).not.toContain(authenticator.create({ challenge: '' }).id)
  const closed = await shop.post('/users/closeAccount', { data: { password: PASSWORD } }, owner.headers)
  expect(closed.status).toBe(200)
  expect(await signIn(authenticator.prove(await startSigningIn()))).toMatchObject(REFUSED)
})
