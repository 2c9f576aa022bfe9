import { z } from '@hono/zod-openapi'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { SignInResponse, Token, wrapInData } from '../shapes.ts'

const ACCOUNT_LIMIT = { calls: 60, windowMs: 10 * MINUTE }
const ATTEMPT_LIMIT = { calls: 40, windowMs: 10 * MINUTE }

const Base64Url = (max: number) => z.string().max(max)

/** The owner's name for a passkey. */
const PasskeyName = z.string().overwrite(toSingleLine).min(1, 'Enter a name.').max(60)

const Passkey = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
  })
  .openapi('Passkey')

/** The options of `navigator.credentials`, as JSON (Web Authentication, level 3). */
const CreationOptions = z.record(z.string(), z.unknown()).openapi('PasskeyCreationOptions')
const RequestOptions = z.record(z.string(), z.unknown()).openapi('PasskeyRequestOptions')

/** A new passkey as the browser returns it. */
const NewCredential = z
  .object({
    id: Base64Url(1_400),
    rawId: Base64Url(1_400),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: Base64Url(4_000),
      attestationObject: Base64Url(20_000),
      transports: z.array(z.string().max(20)).max(10).optional(),
    }),
  })
  .openapi('NewPasskeyCredential')

/** The proof of a passkey as the browser returns it. */
const Credential = z
  .object({
    id: Base64Url(1_400),
    rawId: Base64Url(1_400),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: Base64Url(4_000),
      authenticatorData: Base64Url(4_000),
      signature: Base64Url(4_000),
      userHandle: Base64Url(200).optional(),
    }),
  })
  .openapi('PasskeyCredential')

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/users/passkeys',
  summary: 'Returns the passkeys of your account, and whether this shop can have any',
  access: 'signed_in',
  answer: Envelope.extend({
    passkeys: z.array(Passkey),
    /** Whether the shop has a domain name, which passkeys need. */
    isAvailable: z.boolean(),
    /** Whether changes require the password; accounts without one need a recent sign-in. */
    hasPassword: z.boolean(),
  }),
  limit: ACCOUNT_LIMIT,
})

export const startPasskey = endpoint({
  method: 'POST',
  path: '/users/passkeys/start',
  summary: 'Returns the options for creating a passkey, valid for five minutes; needs your password first',
  access: 'signed_in',
  answer: Envelope.extend({ options: CreationOptions }),
  refusals: ['password_needed', 'sign_in_again', 'too_many_passkeys'],
  limit: ACCOUNT_LIMIT,
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/users/passkeys',
  summary: 'Adds a passkey that your browser created; you can then sign in with it',
  access: 'signed_in',
  body: wrapInData(z.object({ name: PasskeyName, credential: NewCredential })),
  answer: Envelope,
  refusals: ['passkey_refused', 'too_many_passkeys'],
  limit: ATTEMPT_LIMIT,
})

export const renamePasskey = endpoint({
  method: 'POST',
  path: '/users/passkeys/{id}/rename',
  summary: 'Renames a passkey of your account',
  access: 'signed_in',
  params: z.object({ id: z.string().max(60) }),
  body: wrapInData(z.object({ name: PasskeyName })),
  answer: Envelope,
  limit: ACCOUNT_LIMIT,
})

export const removePasskey = endpoint({
  method: 'POST',
  path: '/users/passkeys/{id}/remove',
  summary: 'Removes a passkey from your account; needs your password first',
  access: 'signed_in',
  params: z.object({ id: z.string().max(60) }),
  answer: Envelope,
  refusals: ['password_needed', 'sign_in_again'],
  limit: ACCOUNT_LIMIT,
})

export const startPasskeySignIn = endpoint({
  method: 'POST',
  path: '/users/passkeys/startSignIn',
  summary: 'Returns the challenge for signing in by passkey, valid once and for five minutes',
  access: 'public',
  // An empty JSON body, which other sites cannot send without a preflight.
  body: z.object({}),
  answer: Envelope.extend({ options: RequestOptions }),
  limit: ATTEMPT_LIMIT,
})

export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/users/passkeys/signIn',
  summary:
    'Signs in by a passkey, which needs no second factor; with the challenge of a sign-in by password it is its second factor',
  access: 'public',
  body: wrapInData(z.object({ credential: Credential, challenge: Token.optional() })),
  answer: SignInResponse,
  refusals: ['passkey_refused', 'challenge_over'],
  limit: ATTEMPT_LIMIT,
})

export type NewCredentialData = z.output<typeof NewCredential>
export type CredentialData = z.output<typeof Credential>
export type PasskeyData = z.input<typeof Passkey>
