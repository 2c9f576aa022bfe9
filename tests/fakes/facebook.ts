import { secretProof } from '#connectors/facebook-sign-in/facebook-sign-in.ts'
import { playServer, type Played, type PlayedServer } from '../shop/loopback.ts'

/** The app of the shop that Facebook is played for, and its secret. */
export const FACEBOOK_APP = { id: '1234567890', secret: 'fb_app_secret' }

/** What Facebook knows of a token it gave out. */
export type FacebookToken = Readonly<{ inspection: Record<string, unknown>; me: Record<string, unknown> }>

/** Facebook's Graph API, played: the tokens it gave out, what it was asked, and whether it answers. */
export type PlayedFacebook = PlayedServer &
  Readonly<{
    tokens: Map<string, FacebookToken>
    /** Gives out a token; whatever is not said is that of an ordinary person of our app. */
    token(word: string, given?: Partial<FacebookToken>): string
    asked: string[]
    stands: { as: 'up' | 'limited' | 'failing' | 'gone' }
  }>

/** Plays Facebook on a port of this machine, for the app above; it holds us to `appsecret_proof`. */
export async function playedFacebook(): Promise<PlayedFacebook> {
  const tokens = new Map<string, FacebookToken>()
  const stands: PlayedFacebook['stands'] = { as: 'up' }
  const asked: string[] = []
  const server = await playServer((url) => {
    asked.push(url.pathname)
    if (stands.as === 'gone') return undefined
    if (stands.as === 'failing') return { status: 502, body: 'Bad gateway' }
    if (stands.as === 'limited') return failure(4, 'Application request limit reached')
    if (url.pathname === '/v25.0/debug_token') return inspection(tokens, url.searchParams)
    if (url.pathname === '/v25.0/me') return me(tokens, url.searchParams)
    return failure(2500, 'Unknown path components', 400)
  })
  const token = (word: string, given: Partial<FacebookToken> = {}) => {
    tokens.set(word, {
      inspection: { ...INSPECTION, ...given.inspection },
      me: { ...ME, ...given.me },
    })
    return word
  }
  return { ...server, tokens, token, asked, stands }
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

function inspection(tokens: ReadonlyMap<string, FacebookToken>, query: URLSearchParams): Played {
  if (query.get('access_token') !== `${FACEBOOK_APP.id}|${FACEBOOK_APP.secret}`)
    return failure(190, 'Invalid OAuth access token signature.', 400)
  const known = tokens.get(query.get('input_token') ?? '')
  if (known) return { body: { data: known.inspection } }
  const error = { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' }
  return { body: { data: { error, is_valid: false, scopes: [] } } }
}

function me(tokens: ReadonlyMap<string, FacebookToken>, query: URLSearchParams): Played {
  const token = query.get('access_token') ?? ''
  const known = tokens.get(token)
  if (!known) return failure(190, 'Invalid OAuth access token.', 401)
  if (query.get('appsecret_proof') !== secretProof(token, FACEBOOK_APP.secret))
    return failure(100, 'Invalid appsecret_proof provided in the API argument', 400)
  const wanted = (query.get('fields') ?? 'id,name').split(',')
  return { body: Object.fromEntries(Object.entries(known.me).filter(([name]) => wanted.includes(name))) }
}

function failure(code: number, message: string, status = 403): Played {
  return { status, body: { error: { message, type: 'OAuthException', code, fbtrace_id: 'AbCdEf' } } }
}
