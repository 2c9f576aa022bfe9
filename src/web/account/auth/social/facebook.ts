import type { InputOf } from '#web/app/calls/endpoints.ts'
import type { SignInOptionsData } from './social-types.ts'
import { loadProviderScript } from './provider-script.ts'

type FacebookLoginResponse = Readonly<{
  status?: string
  authResponse?: Readonly<{ accessToken: string; userID: string }> | null
}>

type FacebookProfile = Readonly<{
  id?: string
  name?: string
  first_name?: string
  last_name?: string
  email?: string
  picture?: Readonly<{ data?: Readonly<{ url?: string }> }>
  error?: unknown
}>

/** The used part of Facebook's script; see developers.facebook.com/docs/reference/javascript. */
type FacebookSdk = Readonly<{
  init(settings: Record<string, unknown>): void
  login(callback: (response: FacebookLoginResponse) => void, options: { scope: string }): void
  api(path: string, options: { fields: string }, callback: (profile: FacebookProfile) => void): void
}>

/** The form of a sign-in by Facebook (ENT-11). */
export type FacebookForm = InputOf<'POST /users/signInByFacebook'>['body']['data']

const SCRIPT_URL = 'https://connect.facebook.net/en_US/sdk.js'

let sdkPromise: Promise<FacebookSdk> | undefined

/** Loads Facebook's script and initializes it for the app. Rejects when it cannot be loaded. */
export function loadFacebook(app: NonNullable<SignInOptionsData['facebook']>): Promise<FacebookSdk> {
  sdkPromise ??= initFacebook(app).catch((error: unknown) => {
    sdkPromise = undefined
    throw error
  })
  return sdkPromise
}

function findFacebook(): FacebookSdk | undefined {
  return Reflect.get(window, 'FB')
}

async function initFacebook({
  appId,
  version,
}: NonNullable<SignInOptionsData['facebook']>): Promise<FacebookSdk> {
  const sdk = await loadProviderScript({ src: SCRIPT_URL, find: findFacebook })
  sdk.init({ appId, version, xfbml: false, cookie: false })
  return sdk
}

/**
 * Requests a sign-in in Facebook's popup and returns the form to send. Throws a `SignInCancelled` error when the user
 * cancels or declines (LOGIN-21), another error when Facebook fails.
 */
export async function requestFacebookLogin(sdk: FacebookSdk): Promise<FacebookForm> {
  const login = await new Promise<FacebookLoginResponse>((resolve) =>
    sdk.login(resolve, { scope: 'public_profile,email' }),
  )
  if (login.status !== 'connected' || !login.authResponse) throw signInCancelled()
  const { accessToken } = login.authResponse
  const profile = await new Promise<FacebookProfile>((resolve) =>
    sdk.api('/me', { fields: 'id,name,first_name,last_name,email,picture.width(200)' }, resolve),
  )
  if (profile.error !== undefined) throw new Error('Facebook returned no user')
  return {
    email: profile.email ?? '',
    firstName: profile.first_name ?? '',
    lastName: profile.last_name ?? '',
    fullName: profile.name ?? '',
    picture: profile.picture?.data?.url ?? '',
    facebookId: profile.id ?? '',
    accessToken,
  }
}

/** Returns whether the user cancelled a provider's popup. */
export function isSignInCancelled(error: unknown): boolean {
  return error instanceof Error && error.name === 'SignInCancelled'
}

function signInCancelled(): Error {
  const error = new Error('The sign-in with Facebook was cancelled or not fully authorised.')
  return Object.assign(error, { name: 'SignInCancelled' })
}
