import { createSecretProof } from '#connectors/facebook-sign-in/facebook-sign-in.ts'
import { startFakeServer, type FakeReply, type FakeServer } from '../shop/fake-server.ts'

/** The app of the shop at the fake Facebook, and its secret. */
export const FACEBOOK_APP = { id: '1234567890', secret: 'fb_app_secret' }

/** A token of the fake Facebook. */
export type FacebookToken = Readonly<{ inspection: Record<string, unknown>; me: Record<string, unknown> }>

/** A fake of Facebook's Graph API: its tokens, its requests, and whether it answers. */
export type FakeFacebook = FakeServer &
  Readonly<{
    tokens: Map<string, FacebookToken>
    /** Issues a token; omitted fields are those of an ordinary user of our app. */
    token(tokenText: string, options?: Partial<FacebookToken>): string
    requests: string[]
    stands: { as: 'up' | 'limited' | 'failing' | 'gone' }
  }>

/** Starts a fake Facebook on this machine, for the app above; it requires `appsecret_proof`. */
export async function startFakeFacebook(): Promise<FakeFacebook> {
  const tokens = new Map<string, FacebookToken>()
  const health: FakeFacebook['stands'] = { as: 'up' }
  const requestedPaths: string[] = []
  const server = await startFakeServer((url) => {
    requestedPaths.push(url.pathname)
    if (health.as === 'gone') return undefined
    if (health.as === 'failing') return { status: 502, body: 'Bad gateway' }
    if (health.as === 'limited') return errorReply(4, 'Application request limit reached')
    if (url.pathname === '/v25.0/debug_token') return inspect(tokens, url.searchParams)
    if (url.pathname === '/v25.0/me') return readMe(tokens, url.searchParams)
    return errorReply(2500, 'Unknown path components', 400)
  })
  const token = (tokenText: string, options: Partial<FacebookToken> = {}) => {
    tokens.set(tokenText, {
      inspection: { ...INSPECTION, ...options.inspection },
      me: { ...ME, ...options.me },
    })
    return tokenText
  }
  return { ...server, tokens, token, requests: requestedPaths, stands: health }
}

const INSPECTION = {
  app_id: FACEBOOK_APP.id,
  type: 'USER',
  application: 'Marketplace',
  data_access_expires_at: 1_780_000_000,
  expires_at: 0,
  is_valid: true,
  issued_at: 1_767_225_600,
  scopes: ['email', 'public_profile'],
  user_id: '10150000000000001',
}

const ME = {
  id: '10150000000000001',
  name: 'Mei Tan',
  first_name: 'Mei',
  last_name: 'Tan',
  email: 'mei.tan@example.com',
}

function inspect(tokens: ReadonlyMap<string, FacebookToken>, query: URLSearchParams): FakeReply {
  if (query.get('access_token') !== `${FACEBOOK_APP.id}|${FACEBOOK_APP.secret}`)
    return errorReply(190, 'Invalid OAuth access token signature.', 400)
  const tokenData = tokens.get(query.get('input_token') ?? '')
  if (tokenData) return { body: { data: tokenData.inspection } }
  const error = { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' }
  return { body: { data: { error, is_valid: false, scopes: [] } } }
}

function readMe(tokens: ReadonlyMap<string, FacebookToken>, query: URLSearchParams): FakeReply {
  const token = query.get('access_token') ?? ''
  const tokenData = tokens.get(token)
  if (!tokenData) return errorReply(190, 'Invalid OAuth access token.', 401)
  if (query.get('appsecret_proof') !== createSecretProof(token, FACEBOOK_APP.secret))
    return errorReply(100, 'Invalid appsecret_proof provided in the API argument', 400)
  const fields = (query.get('fields') ?? 'id,name').split(',')
  return { body: Object.fromEntries(Object.entries(tokenData.me).filter(([name]) => fields.includes(name))) }
}

function errorReply(code: number, message: string, status = 403): FakeReply {
  return { status, body: { error: { message, type: 'OAuthException', code, fbtrace_id: 'AbCdEf' } } }
}
