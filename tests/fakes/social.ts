import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeEach } from 'vitest'
import type { Database } from '#database/database.ts'
import { people } from '#features/identity/accounts/tables.ts'
import { mails } from '#features/messaging/notifications/tables.ts'
import { newId } from '#core/ids.ts'
import { FACEBOOK_APP, playedFacebook, type PlayedFacebook } from './facebook.ts'
import { GOOGLE_CLIENT_ID, playedGoogle, type CredentialGiven, type PlayedGoogle } from './google.ts'
import { testShop, type Answer, type TestShop } from '../shop/shop.ts'

/** A shop that knows Google and Facebook, both played on this machine. */
export type SocialShop = Readonly<{
  shop: TestShop
  google: PlayedGoogle
  facebook: PlayedFacebook
  /** Signs in by a fresh credential with these claims; `more` is what is sent besides. */
  byGoogle(claims?: CredentialGiven['claims'], more?: Record<string, unknown>): Promise<Answer>
  /** Signs in by a token that Facebook gave out. */
  byFacebook(token: string, more?: Record<string, unknown>): Promise<Answer>
}>

/** Such a shop for a test file. Call it once, at the top. */
export async function socialShop(settings: Record<string, string> = {}): Promise<SocialShop> {
  const [google, facebook] = [await playedGoogle(), await playedFacebook()]
  afterAll(async () => {
    await google.close()
    await facebook.close()
  })
  const shop = await testShop({
    GOOGLE_CLIENT_ID,
    GOOGLE_KEYS_URL: google.url,
    FACEBOOK_APP_ID: FACEBOOK_APP.id,
    FACEBOOK_APP_SECRET: FACEBOOK_APP.secret,
    FACEBOOK_GRAPH_URL: facebook.url,
    ...settings,
  })
  beforeEach(() => {
    google.stands.as = 'up'
    facebook.stands.as = 'up'
  })
  return {
    shop,
    google,
    facebook,
    byGoogle: async (claims = {}, more = {}) => {
      const token = await google.credential({ now: shop.now(), claims })
      return shop.post('/users/signInByGoogle', { data: { token, ...more } })
    },
    byFacebook: (accessToken, more = {}) =>
      shop.post('/users/signInByFacebook', { data: { accessToken, ...more } }),
  }
}

/** Somebody with an account that was opened with a password; gives the key. */
export async function localPerson(
  db: Database,
  given: Readonly<{ email: string; now: Date; isVerified: boolean }>,
): Promise<{ id: number; publicId: string }> {
  const publicId = newId('person', given.now.getTime())
  const [kept] = await db
    .insert(people)
    .values({
      publicId,
      email: given.email,
      emailVerifiedAt: given.isVerified ? given.now : null,
      passwordHash: '$argon2id$v=19$a password that somebody chose',
      type: 'vendor',
      firstName: 'Local',
      lastName: 'Person',
      createdAt: given.now,
    })
    .returning({ id: people.id })
  if (!kept) throw new Error('no person was made')
  return { id: kept.id, publicId }
}

/** The subjects of what was mailed to an address, the latest first. */
export async function mailedTo(db: Database, email: string): Promise<string[]> {
  const found = await db.select().from(mails).where(eq(mails.recipient, email)).orderBy(desc(mails.id))
  return found.map(({ subject }) => subject)
}

/** The latest code that was mailed to an address. */
export async function codeMailedTo(db: Database, email: string): Promise<string> {
  const code = /^\d{6}/.exec((await mailedTo(db, email)).find((subject) => /^\d{6}/.test(subject)) ?? '')?.[0]
  if (!code) throw new Error(`no code was mailed to ${email}`)
  return code
}
