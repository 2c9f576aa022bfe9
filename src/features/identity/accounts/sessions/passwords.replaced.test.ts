import type * as Argon2 from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { SIGN_UP, signIn, signUp, createVerifiedAccountId } from '#tests/steps/sign-in.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { hashPassword, matchesPassword, needsRehash } from './passwords.ts'

/** The parameters of each compared hash. */
const compared = vi.hoisted((): string[] => [])

// The library still does the work; this only records its cost.
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof Argon2>()
  return {
    ...argon2,
    verify: (hash: string, password: string) => {
      compared.push(hash.split('$').slice(0, 4).join('$'))
      return argon2.verify(hash, password)
    },
  }
})

const shop = await createTestShop()

test('every failed sign-in costs one password hash comparison, whether the account exists or not', async () => {
  await createVerifiedAccountId(shop)
  await signUp(shop, { email: 'new@shopper.example' })
  const { email: social } = await createSignedInAccount(shop.db, shop.now())
  for (const email of [SIGN_UP.email, 'new@shopper.example', social, 'nobody@shopper.example', '']) {
    compared.length = 0
    expect((await signIn(shop, { email, password: 'not my password' })).status).toBe(401)
    expect([email, compared]).toEqual([email, ['$argon2id$v=19$m=65536,t=4,p=1']])
  }
})

test('verifies a password by its Argon2id hash, and matches nothing without a hash', async () => {
  const hash = await hashPassword('amber over slate')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=4,p=1\$/)
  expect(needsRehash(hash)).toBe(false)
  expect(needsRehash('$argon2id$v=19$m=19456,t=2,p=1$abc$def')).toBe(true)
  expect(await matchesPassword(hash, 'amber over slate')).toBe(true)
  expect(await matchesPassword(hash, 'amber over slates')).toBe(false)
  for (const none of [null, undefined]) expect(await matchesPassword(none, '')).toBe(false)
})

test('too many concurrent sign-ins get 503 while other calls are answered', async () => {
  const flood = Array.from({ length: 40 }, (_, index) => signIn(shop, { email: `${index}@shopper.example` }))
  const other = await shop.get('/shop/getAllCountries')
  expect(other.status).toBe(200)
  const answers = await Promise.all(flood)
  const rejected = answers.filter(({ status }) => status === 503)
  expect(rejected.length).toBeGreaterThan(0)
  expect(rejected[0]).toMatchObject({ body: { success: false, code: 'too_busy' } })
  expect(rejected[0]?.headers.get('retry-after')).toBe('2')
  expect(answers.filter(({ status }) => status === 401).length + rejected.length).toBe(40)
})
