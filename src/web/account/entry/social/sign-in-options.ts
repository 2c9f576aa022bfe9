import { call } from '#web/app/calls/api.ts'
import type { SignInOptions } from './outcome.ts'

let options: Promise<SignInOptions> | undefined

/** By which providers one can sign in, asked once; after a failure the next caller asks again. */
export function askOptions(): Promise<SignInOptions> {
  options ??= call('GET /users/signInOptions').catch((error: unknown) => {
    options = undefined
    throw error
  })
  return options
}
