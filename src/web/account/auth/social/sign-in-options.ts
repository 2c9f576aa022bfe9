import { call } from '#web/app/calls/api.ts'
import type { SignInOptionsData } from './social-types.ts'

let options: Promise<SignInOptionsData> | undefined

/** By which providers one can sign in, asked once; after a failure the next caller asks again. */
export function fetchSignInOptions(): Promise<SignInOptionsData> {
  options ??= call('GET /users/signInOptions').catch((error: unknown) => {
    options = undefined
    throw error
  })
  return options
}
