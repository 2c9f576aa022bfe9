import { call } from '#web/app/calls/api.ts'
import { readDeviceKey } from '../codes/device-key.ts'
import type { FacebookForm } from './facebook.ts'
import type { GoogleForm } from './google.ts'
import type { SocialSignInResult } from './social-types.ts'

/** What is sent to sign in; kept while something further is asked. */
export type SocialForm =
  | Readonly<{ provider: 'google'; data: GoogleForm }>
  | Readonly<{ provider: 'facebook'; data: FacebookForm }>

/** What a sign-in may still need: an address, or the code that was mailed to one. */
export type SocialChallenge = 'email' | 'otp'

/** Sends it; throws what the server refuses. */
export function submitSocialForm({ provider, data }: SocialForm): Promise<SocialSignInResult> {
  const options = { deviceKey: readDeviceKey() }
  return provider === 'google'
    ? call('POST /users/signInByGoogle', { body: { data } }, options)
    : call('POST /users/signInByFacebook', { body: { data } }, options)
}

/** The same with what was asked for. Another address is confirmed again, so it goes without a code. */
export function withChallengeAnswer(form: SocialForm, challenge: SocialChallenge, text: string): SocialForm {
  const more = challenge === 'email' ? { email: text, otp: '' } : { otp: text }
  return form.provider === 'google'
    ? { provider: 'google', data: { ...form.data, ...more } }
    : { provider: 'facebook', data: { ...form.data, ...more } }
}
