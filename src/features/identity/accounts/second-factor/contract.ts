import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { SignInResponse, Token, wrapInData } from '../shapes.ts'

const ATTEMPT_LIMIT = { calls: 40, windowMs: 10 * MINUTE }
const ACCOUNT_LIMIT = { calls: 60, windowMs: 10 * MINUTE }

/** A code of an authenticator app, or a recovery code, with or without spaces and hyphens. */
const FactorCode = z
  .string()
  .max(40)
  .overwrite((text) => text.replaceAll(/[\s-]/g, '').toLowerCase())

/** The state of two-factor sign-in of an account. */
const SecondFactorState = z
  .object({
    isEnabled: z.boolean(),
    enabledAt: z.string().nullable(),
    recoveryCodesLeft: z.number(),
    /** Whether this account requires it, as operators do if the installation says so. */
    isRequired: z.boolean(),
    /** Whether changes require the password; accounts without one need a recent sign-in. */
    hasPassword: z.boolean(),
  })
  .openapi('SecondFactorState')

const RecoveryCodes = Envelope.extend({ recoveryCodes: z.array(z.string()) })

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/users/secondFactor/confirm',
  summary:
    'Completes a sign-in by a code of the authenticator app or a single-use recovery code, within 10 minutes',
  access: 'public',
  body: wrapInData(z.object({ challenge: Token, code: FactorCode })),
  answer: SignInResponse,
  refusals: ['code_wrong', 'code_used', 'challenge_over'],
  limit: ATTEMPT_LIMIT,
})

export const readSecondFactor = endpoint({
  method: 'GET',
  path: '/users/secondFactor',
  summary: 'Returns whether two-factor sign-in is on for your account',
  access: 'signed_in',
  answer: Envelope.extend({ secondFactor: SecondFactorState }),
  limit: ACCOUNT_LIMIT,
})

export const startSecondFactor = endpoint({
  method: 'POST',
  path: '/users/secondFactor/start',
  summary:
    'Creates a new key for your authenticator app, which takes effect once a code confirms it; needs your password first',
  access: 'signed_in',
  answer: Envelope.extend({
    /** The key in Base32, to type by hand. */
    key: z.string(),
    /** The same key as an otpauth URI for a QR code. */
    uri: z.string(),
  }),
  refusals: ['already_on', 'password_needed', 'sign_in_again'],
  limit: ACCOUNT_LIMIT,
})

export const enableSecondFactor = endpoint({
  method: 'POST',
  path: '/users/secondFactor/enable',
  summary:
    'Turns two-factor sign-in on by a first code of the authenticator app; returns the recovery codes, once, and ends all other sessions',
  access: 'signed_in',
  body: wrapInData(z.object({ code: FactorCode })),
  answer: RecoveryCodes,
  refusals: ['code_wrong', 'setup_not_started', 'already_on'],
  limit: ATTEMPT_LIMIT,
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/users/secondFactor/recoveryCodes',
  summary: 'Creates new recovery codes, given a code; the earlier ones no longer work',
  access: 'signed_in',
  body: wrapInData(z.object({ code: FactorCode })),
  answer: RecoveryCodes,
  refusals: ['code_wrong', 'code_used', 'not_on', 'password_needed', 'sign_in_again'],
  limit: ATTEMPT_LIMIT,
})

export const disableSecondFactor = endpoint({
  method: 'POST',
  path: '/users/secondFactor/disable',
  summary: 'Turns two-factor sign-in off, given a code; refused where your account needs it',
  access: 'signed_in',
  body: wrapInData(z.object({ code: FactorCode })),
  answer: Envelope,
  refusals: [
    'code_wrong',
    'code_used',
    'not_on',
    'second_factor_required',
    'password_needed',
    'sign_in_again',
  ],
  limit: ATTEMPT_LIMIT,
})

export type SecondFactorStateData = z.input<typeof SecondFactorState>
