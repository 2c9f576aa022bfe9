import { expect, test } from 'vitest'
import { MINUTE } from '#core/time.ts'
import { createSession, createSignedInAccount, PASSWORD } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { enableFactor, parseRecoveryCodes, signInWithCode, startSignIn } from '#tests/steps/second-factor.ts'
import { parseUserData, readEmails, signIn, toBearerHeader } from '#tests/steps/sign-in.ts'
import { findStep, generateCode } from './authenticator-codes.ts'

const shop = await createTestShop()
const { db } = shop

const createOwner = () => createSignedInAccount(db, shop.now(), { withPassword: true })

test('a code belongs to an interval of 30 seconds, and is accepted one interval later but not two', () => {
  // The secret of RFC 6238, appendix B, whose codes of eight digits end with these six.
  const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  expect(generateCode(key, new Date(59_000))).toBe('287082')
  expect(generateCode(key, new Date(1_111_111_109_000))).toBe('081804')
  expect(findStep(key, '287082', new Date(59_000))).toBe(1)
  expect(findStep(key, '287082', new Date(89_000))).toBe(1)
  expect(findStep(key, '287082', new Date(120_000))).toBeUndefined()
  expect(findStep(key, 'x87082', new Date(59_000))).toBeUndefined()
})

test('with two-factor sign-in on, the password alone gives no session until a code is entered', async () => {
  const owner = await createOwner()
  const { key } = await enableFactor(shop, owner)
  shop.passTime(MINUTE)
  const first = await signIn(shop, { email: owner.email, password: PASSWORD })
  expect(first.status).toBe(200)
  expect(first.body).not.toHaveProperty('userData')
  const challenge = await startSignIn(shop, owner)
  expect((await shop.get('/users/profile', toBearerHeader({ accessToken: challenge }))).status).toBe(401)
  const code = generateCode(key, shop.now())
  const done = parseUserData(await shop.post('/users/secondFactor/confirm', { data: { challenge, code } }))
  expect(done).toMatchObject({ email: owner.email, type: 'vendor' })
  expect((await shop.get('/users/profile', toBearerHeader(done))).status).toBe(200)
  const { refreshToken } = done
  expect((await shop.post('/users/refreshToken', { data: { refreshToken } })).status).toBe(200)
})

test('enabling two-factor sign-in ends other sessions, returns ten recovery codes and emails the owner', async () => {
  const owner = await createOwner()
  const other = await createSession(db, owner.id, shop.now())
  const { recoveryCodes } = await enableFactor(shop, owner)
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(recoveryCodes.every((code) => /^([a-z2-7]{4}-){3}[a-z2-7]{4}$/.test(code))).toBe(true)
  expect((await shop.get('/users/profile', other.headers)).status).toBe(401)
  const state = await shop.get('/users/secondFactor', owner.headers)
  expect(state.body).toMatchObject({
    secondFactor: { isEnabled: true, recoveryCodesLeft: 10, isRequired: false },
  })
  expect(await readEmails(shop, owner.email)).toMatchObject([{ subject: 'Two-factor sign-in is on' }])
})

test('a recovery code signs in once, and its use is emailed to the owner', async () => {
  const owner = await createOwner()
  const { recoveryCodes } = await enableFactor(shop, owner)
  const [code = ''] = recoveryCodes
  const used = parseUserData(await signInWithCode(shop, owner, code.toUpperCase()))
  expect(await signInWithCode(shop, owner, code)).toMatchObject({ status: 400, body: { code: 'code_wrong' } })
  const state = await shop.get('/users/secondFactor', toBearerHeader(used))
  expect(state.body).toMatchObject({ secondFactor: { recoveryCodesLeft: 9 } })
  const [latest] = await readEmails(shop, owner.email)
  expect(latest?.subject).toBe('A recovery code was used to sign in')
})

test('new recovery codes replace the earlier ones, and disabling two-factor sign-in requires a code', async () => {
  const owner = await createOwner()
  const { key, recoveryCodes } = await enableFactor(shop, owner)
  shop.passTime(MINUTE)
  const answer = await shop.post(
    '/users/secondFactor/recoveryCodes',
    { data: { code: generateCode(key, shop.now()) } },
    owner.headers,
  )
  const renewed = parseRecoveryCodes(answer)
  expect(renewed).toHaveLength(10)
  const disable = (code: string) =>
    shop.post('/users/secondFactor/disable', { data: { code } }, owner.headers)
  expect((await disable(recoveryCodes[0] ?? '')).status).toBe(400)
  expect((await disable(renewed[0] ?? '')).status).toBe(200)
  expect(parseUserData(await signIn(shop, { email: owner.email, password: PASSWORD })).email).toBe(
    owner.email,
  )
})

test('an account without a password can set up two-factor sign-in only within ten minutes of signing in', async () => {
  const owner = await createSignedInAccount(db, shop.now())
  const start = () => shop.post('/users/secondFactor/start', '', owner.headers)
  expect((await start()).status).toBe(200)
  shop.passTime(11 * MINUTE)
  expect(await start()).toMatchObject({ status: 403, body: { code: 'sign_in_again' } })
})

test('setting up two-factor sign-in requires the password', async () => {
  const owner = await createOwner()
  const headers = toBearerHeader(
    parseUserData(await signIn(shop, { email: owner.email, password: PASSWORD })),
  )
  const start = () => shop.post('/users/secondFactor/start', '', headers)
  expect(await start()).toMatchObject({ status: 403, body: { code: 'password_needed' } })
  await shop.post('/users/confirmPassword', { data: { password: PASSWORD } }, headers)
  expect((await start()).status).toBe(200)
})
