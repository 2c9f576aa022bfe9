import type * as Argon2 from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { SIGN_UP, signIn, signUp, createVerifiedAccountId } from '#tests/steps/sign-in.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'

/** The parameters of every hash that a password was compared with. */
const compared = vi.hoisted((): string[] => [])

// The library does its work; here it is only written down how much that was.
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

test('a known and an unknown address, one without password, and an unverified one cost one comparison of the same cost', async () => {
  await createVerifiedAccountId(shop)
  await signUp(shop, { email: 'new@shopper.example' })
  const { email: social } = await createSignedInAccount(shop.db, shop.now())
  for (const email of [SIGN_UP.email, 'new@shopper.example', social, 'nobody@shopper.example', '']) {
    compared.length = 0
    expect((await signIn(shop, { email, password: 'not my password' })).status).toBe(401)
    expect([email, compared]).toEqual([email, ['$argon2id$v=19$m=65536,t=4,p=1']])
  }
})
