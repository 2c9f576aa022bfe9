import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose'
import { startFakeServer, type FakeServer } from '../shop/fake-server.ts'

/** The client ID of the shop at the fake Google. */
export const GOOGLE_CLIENT_ID = '1234-shop.apps.googleusercontent.com'

/** The options of a credential; the defaults are those of an ordinary user. */
export type CredentialOptions = Readonly<{
  now: Date
  claims?: Record<string, unknown>
  /** Claims that the credential lacks. */
  without?: readonly string[]
  key?: GoogleKey
  kid?: string
}>

/** A pair of keys under a name. */
export type GoogleKey = Readonly<{ kid: string; privateKey: CryptoKey; publicJwk: JWK }>

/** A fake Google: its keys at its address, and credentials signed with them. */
export type FakeGoogle = FakeServer &
  Readonly<{
    /** The keys at the address, the last of which signs. */
    keys: GoogleKey[]
    /** How often the keys were requested. */
    requestCount(): number
    /** Whether the keys' address answers: as it should, with a failure, or not at all. */
    stands: { as: 'up' | 'failing' | 'gone' }
    credential(options: CredentialOptions): Promise<string>
  }>

/** Starts a fake Google on this machine with one new RSA key. */
export async function startFakeGoogle(): Promise<FakeGoogle> {
  const keys = [await createGoogleKey('first')]
  const health: FakeGoogle['stands'] = { as: 'up' }
  let requestCount = 0
  const server = await startFakeServer(() => {
    requestCount += 1
    if (health.as === 'gone') return undefined
    if (health.as === 'failing') return { status: 500, body: {} }
    return {
      body: { keys: keys.map(({ publicJwk }) => publicJwk) },
      headers: { 'cache-control': 'public, max-age=3600, must-revalidate' },
    }
  })
  const credential = async ({ now, claims = {}, without = [], ...given }: CredentialOptions) => {
    const key = given.key ?? keys.at(-1)
    if (!key) throw new Error('Google has no key')
    const all = Object.entries({ ...createClaims(now), ...claims }).filter(
      ([name]) => !without.includes(name),
    )
    return new SignJWT(Object.fromEntries(all))
      .setProtectedHeader({ alg: 'RS256', kid: given.kid ?? key.kid, typ: 'JWT' })
      .sign(key.privateKey)
  }
  return { ...server, keys, stands: health, requestCount: () => requestCount, credential }
}

/** Returns a fresh RSA pair of that name, as Google publishes its half. */
export async function createGoogleKey(kid: string): Promise<GoogleKey> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }
  return { kid, privateKey, publicJwk }
}

function createClaims(now: Date): Record<string, unknown> {
  const seconds = Math.floor(now.getTime() / 1000)
  return {
    iss: 'https://accounts.google.com',
    azp: GOOGLE_CLIENT_ID,
    aud: GOOGLE_CLIENT_ID,
    sub: '110169484474386276334',
    email: 'mei.tan@gmail.com',
    email_verified: true,
    name: 'Mei Tan',
    given_name: 'Mei',
    family_name: 'Tan',
    picture: 'https://lh3.googleusercontent.com/a/mei',
    iat: seconds,
    nbf: seconds - 300,
    exp: seconds + 3600,
    jti: 'a-credential',
  }
}
