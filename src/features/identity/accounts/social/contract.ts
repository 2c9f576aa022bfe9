import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { Code, Email, SignInResponse, wrapInData } from '../shapes.ts'

/** The limit of sign-in calls by network address, which may be a whole office's. */
const SIGN_IN_LIMIT = { calls: 40, windowMs: 10 * MINUTE }

/** An untrusted text that the browser read from the provider's answer. */
const UntrustedText = z.string().max(2000).nullish()

/** A credential; empty if it is missing. */
const CredentialText = z
  .string()
  .max(5000)
  .nullish()
  .transform((text) => text ?? '')

const SocialForm = z.object({
  /** Used only if the provider knows no address, and only after an emailed code has proven it. */
  email: Email,
  firstName: UntrustedText,
  lastName: UntrustedText,
  fullName: UntrustedText,
  picture: UntrustedText,
  /** The code emailed to the address, if there is one. */
  otp: Code,
})

const REFUSALS = [
  'bad_credential',
  'email_needed',
  'email_unconfirmed',
  'code_wrong',
  'code_over',
  'account_closed',
] as const

export const signInByGoogle = endpoint({
  method: 'POST',
  path: '/users/signInByGoogle',
  summary:
    'Signs in with a verified Google credential; the first time, creates a vendor account or links the one with that address. `email_unconfirmed` asks for the code emailed there',
  access: 'public',
  body: wrapInData(
    SocialForm.extend({
      googleId: UntrustedText,
      token: CredentialText,
      /** The nonce of the credential, which contains its SHA-256 (base64url). */
      nonce: z.string().max(200).optional(),
    }),
  ),
  answer: SignInResponse,
  refusals: REFUSALS,
  limit: SIGN_IN_LIMIT,
})

export const signInByFacebook = endpoint({
  method: 'POST',
  path: '/users/signInByFacebook',
  summary:
    'Signs in with a Facebook access token, verified with Facebook. `email_needed` asks for an address if Facebook has none',
  access: 'public',
  body: wrapInData(SocialForm.extend({ facebookId: UntrustedText, accessToken: CredentialText })),
  answer: SignInResponse,
  refusals: REFUSALS,
  limit: SIGN_IN_LIMIT,
})

export const signInOptions = endpoint({
  method: 'GET',
  path: '/users/signInOptions',
  summary:
    'Returns the sign-in providers with their public ids, null for those not set up; in development, also the accounts of the demo',
  access: 'public',
  answer: Envelope.extend({
    google: z.object({ clientId: z.string() }).nullable(),
    facebook: z.object({ appId: z.string(), version: z.string() }).nullable(),
    /** The accounts of the demo and the password of all of them; in development only. */
    demo: z
      .object({
        password: z.string(),
        accounts: z.array(
          z.object({
            /** The last three are members of a supplier's team. */
            role: z.enum(['shopper', 'supplier', 'vendor', 'operator', 'catalogue', 'packing', 'finance']),
            email: z.string(),
          }),
        ),
      })
      .nullable(),
  }),
})

export type SocialFormData = z.output<typeof SocialForm>

/** The accounts of the demo, as the sign-in page offers them. */
export type DemoAccountsData = z.output<typeof signInOptions.answer>['demo']
