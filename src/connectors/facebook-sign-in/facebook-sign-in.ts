import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { ProviderAccount, Send, SignInProvider } from '#features/identity/accounts/port.ts'
import { callGraphApi, badCredentialError } from './graph.ts'
import { AppError } from '#core/errors.ts'

/** The settings of Facebook's sign-in: the app and its secret. `graphUrl` is Facebook's own except in tests. */
export type FacebookSettings = Readonly<{
  send: Send
  appId: string
  appSecret: string
  graphUrl?: string | undefined
}>

/** The version of the Graph API, which the code in the browser uses, too. */
export const GRAPH_VERSION = 'v25.0'

const GRAPH_URL = 'https://graph.facebook.com'

/** The form of an access token. Tokens are opaque, but a single word; other texts need no request. */
const TOKEN = /^[\w.|~+/=-]{1,2000}$/

const Inspection = z.object({
  data: z.object({
    is_valid: z.boolean(),
    app_id: z.string().optional(),
    type: z.string().optional(),
    user_id: z.string().optional(),
    expires_at: z.number().optional(),
  }),
})

const Profile = z.object({
  id: z.string().min(1).max(255),
  name: z.string().default(''),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  email: z.string().max(254).optional(),
})

/**
 * Returns the provider "Log in with Facebook". A token of any other app is accepted by `/me`, too, so it is inspected
 * first (https://developers.facebook.com/docs/graph-api/reference/debug_token): it must be a user's, for our app, and
 * valid. Facebook does not say whether an address was ever confirmed.
 */
export function facebookSignIn({
  send,
  appId,
  appSecret,
  graphUrl = GRAPH_URL,
}: FacebookSettings): SignInProvider {
  const toUrl = (path: string, query: Record<string, string>) =>
    new URL(`${graphUrl}/${GRAPH_VERSION}/${path}?${new URLSearchParams(query)}`)

  async function inspectToken(token: string, now: Date): Promise<string> {
    const url = toUrl('debug_token', { input_token: token, access_token: `${appId}|${appSecret}` })
    // Code 100 is a bad token of the user; 190 would concern our own.
    const { data } = await callGraphApi(send, url, { shape: Inspection, badTokenCodes: [100] })
    const isExpired = data.expires_at !== 0 && (data.expires_at ?? -1) * 1000 <= now.getTime()
    const isOurs = data.app_id === appId && data.type === 'USER'
    if (!data.is_valid || !isOurs || isExpired || !data.user_id) throw badCredentialError()
    return data.user_id
  }

  return {
    name: 'facebook',
    async verify({ token }, now): Promise<ProviderAccount> {
      if (!TOKEN.test(token)) throw badCredentialError()
      const subject = await inspectToken(token, now)
      const url = toUrl('me', {
        fields: 'id,name,first_name,last_name,email',
        access_token: token,
        appsecret_proof: createSecretProof(token, appSecret),
      })
      const profile = await callGraphApi(send, url, { shape: Profile, badTokenCodes: [100, 102, 190] })
      if (profile.id !== subject) throw badCredentialError()
      const [first = '', ...otherNames] = profile.name.trim().split(/\s+/)
      return {
        subject,
        email: profile.email,
        emailProof: 'none',
        firstName: profile.first_name ?? first,
        lastName: profile.last_name ?? (profile.first_name === undefined ? otherNames.join(' ') : ''),
      }
    },
  }
}

/** Returns the proof that our server makes a call with a user's token: HMAC-SHA256 of the token, hex. */
export function createSecretProof(token: string, appSecret: string): string {
  return createHmac('sha256', appSecret).update(token).digest('hex')
}

const SignedPayload = z.object({
  algorithm: z.literal('HMAC-SHA256'),
  user_id: z.string().min(1).max(255),
  issued_at: z.int().positive(),
})

/** A user who has left the app: their id at Facebook, and the time of the request. */
type DeauthorizedUser = Readonly<{ subject: string; issuedAt: Date }>

/**
 * Parses a `signed_request` of Facebook, posted when a user removes the app or requests data deletion. It is the
 * HMAC-SHA256 of the second part with the app's secret, a dot, and JSON, both base64url
 * (https://developers.facebook.com/docs/development/create-an-app/app-dashboard/data-deletion-callback). Throws
 * `bad_signature` (400) unless Facebook signed it.
 */
export function readSignedRequest(text: string, appSecret: string): DeauthorizedUser {
  const [signature = '', payload = '', ...rest] = text.split('.')
  const receivedSignature = Buffer.from(signature, 'base64url')
  const expected = createHmac('sha256', appSecret).update(payload).digest()
  const isSigned =
    receivedSignature.length === expected.length && timingSafeEqual(receivedSignature, expected)
  const parsed = isSigned && rest.length === 0 ? SignedPayload.safeParse(parseJson(payload)) : undefined
  if (!parsed?.success)
    throw new AppError('invalid', 'bad_signature', 'The signature of the request is invalid.')
  return { subject: parsed.data.user_id, issuedAt: new Date(parsed.data.issued_at * 1000) }
}

function parseJson(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
