import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { HOUR } from '#core/time.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { readActor as readHolder } from '#features/identity/teams/service.ts'
import { accounts, refreshTokens, sessions } from '../tables.ts'

const { db, now, passTime } = await createTestShop()

async function readActor(token: string) {
  return readHolder(db, token, { now: now() })
}

test('an access token identifies its account for an hour', async () => {
  const { accessToken, id, publicId, email } = await createSignedInAccount(db, now(), {
    type: 'manufacturer',
  })
  expect(await readActor(accessToken)).toMatchObject({ id, publicId, email, type: 'manufacturer' })
  passTime(HOUR - 1)
  expect(await readActor(accessToken)).toMatchObject({ id })
  passTime(1)
  expect(await readActor(accessToken)).toBeUndefined()
})

test('access tokens of ended sessions and closed accounts, and refresh tokens, identify no account', async () => {
  const { accessToken, refreshToken, id } = await createSignedInAccount(db, now())
  expect(await readActor(refreshToken)).toBeUndefined()
  await db.update(sessions).set({ endedAt: now() }).where(eq(sessions.accountId, id))
  expect(await readActor(accessToken)).toBeUndefined()
  const other = await createSignedInAccount(db, now())
  await db.update(accounts).set({ closedAt: now() }).where(eq(accounts.id, other.id))
  expect(await readActor(other.accessToken)).toBeUndefined()
})

test('tokens are never stored in plain text', async () => {
  const { accessToken, refreshToken } = await createSignedInAccount(db, now())
  const storedRows = [...(await db.select().from(sessions)), ...(await db.select().from(refreshTokens))]
  const text = JSON.stringify(storedRows, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  )
  expect(storedRows).toHaveLength(2)
  for (const token of [accessToken, refreshToken]) {
    expect(text).not.toContain(token)
    expect(text).not.toContain(Buffer.from(token, 'base64url').toString('latin1'))
  }
})
