import { call } from '#web/app/calls/api.ts'
import { deviceKey } from '../codes/device-key.ts'
import type { FacebookForm } from './facebook.ts'
import type { GoogleForm } from './google.ts'
import type { SignedIn } from './outcome.ts'

/** What is sent to sign in; kept while something further is asked. */
export type SocialForm =
  | Readonly<{ provider: 'google'; data: GoogleForm }>
  | Readonly<{ provider: 'facebook'; data: FacebookForm }>

/** What a sign-in may still need: an address, or the code that was mailed to one. */
export type Asked = 'email' | 'otp'

/** Sends it; throws what the server refuses. */
export function sendForm({ provider, data }: SocialForm): Promise<SignedIn> {
  const options = { deviceKey: deviceKey() }
  return provider === 'google'
    ? call('POST /users/signInByGoogle', { body: { data } }, options)
    : call('POST /users/signInByFacebook', { body: { data } }, options)
}

/** The same with what was asked for. Another address is confirmed anew, so it goes without a code. */
export function withAnswer(form: SocialForm, asked: Asked, text: string): SocialForm {
  const more = asked === 'email' ? { email: text, otp: '' } : { otp: text }
  return form.provider === 'google'
    ? { provider: 'google', data: { ...form.data, ...more } }
    : { provider: 'facebook', data: { ...form.data, ...more } }
}
