import { call } from '#web/app/calls/api.ts'
import type { SignInOptionsData } from './social-types.ts'

let options: Promise<SignInOptionsData> | undefined

/** Returns the sign-in providers, requested once; after a failure the next caller requests them again. */
export function fetchSignInOptions(): Promise<SignInOptionsData> {
  options ??= call('GET /users/signInOptions').catch((error: unknown) => {
    options = undefined
    throw error
  })
  return options
}
