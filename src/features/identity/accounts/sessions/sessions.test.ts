import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { HOUR } from '#core/time.ts'
import { personSignedIn } from '#tests/shop/people.ts'
import { testShop } from '#tests/shop/shop.ts'
import { readActor } from '../service.ts'
import { people, refreshTokens, sessions } from '../tables.ts'

const { db, now, passTime } = await testShop()

test('an access token tells who calls, for an hour', async () => {
  const { accessToken, id, publicId, email } = await personSignedIn(db, now(), { type: 'manufacturer' })
  expect(await readActor(db, accessToken, now())).toMatchObject({ id, publicId, email, type: 'manufacturer' })
  passTime(HOUR - 1)
  expect(await readActor(db, accessToken, now())).toMatchObject({ id })
  passTime(1)
  expect(await readActor(db, accessToken, now())).toBeUndefined()
})

test('a token of an ended session or of a closed account is none, nor is a refresh token', async () => {
  const { accessToken, refreshToken, id } = await personSignedIn(db, now())
  expect(await readActor(db, refreshToken, now())).toBeUndefined()
  await db.update(sessions).set({ endedAt: now() }).where(eq(sessions.personId, id))
  expect(await readActor(db, accessToken, now())).toBeUndefined()
  const other = await personSignedIn(db, now())
  await db.update(people).set({ closedAt: now() }).where(eq(people.id, other.id))
  expect(await readActor(db, other.accessToken, now())).toBeUndefined()
})

test('no token stands in the database as it is', async () => {
  const { accessToken, refreshToken } = await personSignedIn(db, now())
  const kept = [...(await db.select().from(sessions)), ...(await db.select().from(refreshTokens))]
  const text = JSON.stringify(kept, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  )
  expect(kept).toHaveLength(2)
  for (const token of [accessToken, refreshToken]) {
    expect(text).not.toContain(token)
    expect(text).not.toContain(Buffer.from(token, 'base64url').toString('latin1'))
  }
})
