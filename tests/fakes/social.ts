import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeEach } from 'vitest'
import type { Database } from '#database/database.ts'
import { accounts } from '#features/identity/accounts/tables.ts'
import { emails } from '#features/messaging/notifications/tables.ts'
import { newId } from '#core/ids.ts'
import { FACEBOOK_APP, startFakeFacebook, type FakeFacebook } from './facebook.ts'
import { GOOGLE_CLIENT_ID, startFakeGoogle, type CredentialOptions, type FakeGoogle } from './google.ts'
import { createTestShop, type ApiResponse, type TestShop } from '../shop/shop.ts'

/** A shop with fakes of Google and Facebook on this machine. */
export type SocialShop = Readonly<{
  shop: TestShop
  google: FakeGoogle
  facebook: FakeFacebook
  /** Signs in by a fresh credential with these claims; `extraFields` are sent besides. */
  byGoogle(claims?: CredentialOptions['claims'], extraFields?: Record<string, unknown>): Promise<ApiResponse>
  /** Signs in by a token that Facebook gave out. */
  byFacebook(token: string, extraFields?: Record<string, unknown>): Promise<ApiResponse>
}>

/** Creates a shop with fake sign-in providers, for a test file. Call it once, at the top. */
export async function createSocialShop(settings: Record<string, string> = {}): Promise<SocialShop> {
  const [google, facebook] = [await startFakeGoogle(), await startFakeFacebook()]
  afterAll(async () => {
    await google.close()
    await facebook.close()
  })
  const shop = await createTestShop({
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
    byGoogle: async (claims = {}, extraFields = {}) => {
      const token = await google.credential({ now: shop.now(), claims })
      return shop.post('/users/signInByGoogle', { data: { token, ...extraFields } })
    },
    byFacebook: (accessToken, extraFields = {}) =>
      shop.post('/users/signInByFacebook', { data: { accessToken, ...extraFields } }),
  }
}

/** Creates an account with a password; returns its key. */
export async function createLocalAccount(
  db: Database,
  input: Readonly<{ email: string; now: Date; isVerified: boolean }>,
): Promise<{ id: number; publicId: string }> {
  const publicId = newId('account', input.now.getTime())
  const [saved] = await db
    .insert(accounts)
    .values({
      publicId,
      email: input.email,
      emailVerifiedAt: input.isVerified ? input.now : null,
      passwordHash: '$argon2id$v=19$a password that somebody chose',
      type: 'vendor',
      firstName: 'Local',
      lastName: 'Person',
      createdAt: input.now,
    })
    .returning({ id: accounts.id })
  if (!saved) throw new Error('no account was created')
  return { id: saved.id, publicId }
}

/** Returns the subjects of the emails to an address, latest first. */
export async function listEmailTexts(db: Database, email: string): Promise<string[]> {
  const emailRows = await db.select().from(emails).where(eq(emails.recipient, email)).orderBy(desc(emails.id))
  return emailRows.map(({ subject }) => subject)
}

/** Returns the latest code that was emailed to an address. */
export async function readEmailedCode(db: Database, email: string): Promise<string> {
  const code = /^\d{6}/.exec(
    (await listEmailTexts(db, email)).find((subject) => /^\d{6}/.test(subject)) ?? '',
  )?.[0]
  if (!code) throw new Error(`no code was mailed to ${email}`)
  return code
}
