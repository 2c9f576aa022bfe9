import { createHash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { Credential, ProviderAccount, Send, SignInProvider } from '#features/identity/accounts/port.ts'
import { createRemoteKeys } from './google-keys.ts'

/** The settings of Google's sign-in: the client ID of this shop; the addresses are Google's own except in tests. */
export type GoogleSettings = Readonly<{
  send: Send
  clientId: string
  keysUrl?: string | undefined
  issuers?: readonly string[]
}>

const KEYS_URL = 'https://www.googleapis.com/oauth2/v3/certs'

/** Google's name as issuer, in both spellings. */
const ISSUERS = ['https://accounts.google.com', 'accounts.google.com']

/** The maximum difference between the clocks, in seconds. */
const LEEWAY_SECONDS = 60

/**
 * Returns the provider "Sign in with Google". The credential is an ID token, verified as
 * https://developers.google.com/identity/gsi/web/guides/verify-google-id-token requires.
 */
export function googleSignIn({
  send,
  clientId,
  keysUrl = KEYS_URL,
  issuers = ISSUERS,
}: GoogleSettings): SignInProvider {
  const getKeys = createRemoteKeys(send, keysUrl)
  return {
    name: 'google',
    async verify(credential, now) {
      const { errors, jwtVerify } = await import('jose')
      const payload = await jwtVerify(credential.token, getKeys(now), {
        // An explicit list excludes "none" and the use of the public key as a shared secret.
        algorithms: ['RS256'],
        issuer: [...issuers],
        audience: clientId,
        clockTolerance: LEEWAY_SECONDS,
        currentDate: now,
        requiredClaims: ['sub', 'iat', 'exp'],
      }).then(
        (verified) => verified.payload,
        (error: unknown) => {
          // A JOSE error is the caller's fault; unavailable keys are not.
          throw error instanceof errors.JOSEError ? badCredentialError(error) : error
        },
      )
      return toProviderAccount(payload, credential, clientId)
    },
  }
}

const Claims = z.object({
  // A single audience: a list would be a token for several apps.
  aud: z.string(),
  azp: z.string().optional(),
  sub: z.string().min(1).max(255),
  email: z.string().max(254).optional(),
  email_verified: z.unknown().optional(),
  hd: z.string().optional(),
  name: z.string().default(''),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  nonce: z.string().optional(),
})

function toProviderAccount(payload: JWTPayload, { nonce }: Credential, clientId: string): ProviderAccount {
  const parsed = Claims.safeParse(payload)
  if (!parsed.success) throw badCredentialError(parsed.error)
  const claims = parsed.data
  if (claims.azp !== undefined && claims.azp !== clientId) throw badCredentialError()
  // The browser sends the hash to Google and the nonce to us, so that a stolen credential alone is useless.
  if (claims.nonce !== (nonce && sha256(nonce))) throw badCredentialError()
  const [first = '', ...otherNames] = claims.name.trim().split(/\s+/)
  return {
    subject: claims.sub,
    email: claims.email,
    emailProof: getEmailProof(claims),
    firstName: claims.given_name ?? first,
    lastName: claims.family_name ?? (claims.given_name === undefined ? otherNames.join(' ') : ''),
  }
}

/**
 * Returns how far Google's confirmation of an email address can be trusted. Google itself issues the addresses of
 * Gmail and of its Workspace domains (`hd`); any other was confirmed once, and may have another owner since.
 */
function getEmailProof({
  email,
  email_verified,
  hd,
}: z.output<typeof Claims>): ProviderAccount['emailProof'] {
  if (email === undefined || email_verified !== true) return 'none'
  return hd !== undefined || /@(gmail|googlemail)\.com$/i.test(email) ? 'owner' : 'once'
}

function sha256(nonce: string): string {
  return createHash('sha256').update(nonce).digest('base64url')
}

function badCredentialError(cause?: unknown): AppError {
  return new AppError('unauthenticated', 'bad_credential', 'Google didn’t confirm this sign-in.', { cause })
}
