import { AppError } from '#core/errors.ts'
import { ok, route, type RequestContext, type Route } from '#platform/http/calls/route.ts'
import type { AccountDeps, Credential, ProviderName, SignInProvider } from '../port.ts'
import { countRequest } from '../sessions/requester.ts'
import { ACCOUNT_LIMITS, toLimitSubject } from '../rules.ts'
import { toDevice, signInBySocial } from '../service.ts'
import * as contract from './contract.ts'

/** The configured providers, with what browsers need to know of them. */
export type SocialProviders = Readonly<{
  google: Readonly<{ signIn: SignInProvider; clientId: string }> | undefined
  facebook: Readonly<{ signIn: SignInProvider; appId: string; version: string }> | undefined
  /** Reads the accounts of the demo; undefined where there can be none. */
  readDemo: (() => Promise<contract.DemoAccountsData>) | undefined
}>

/** Returns the routes of sign-in by Google and Facebook. */
export function socialRoutes(deps: AccountDeps, { google, facebook, readDemo }: SocialProviders): Route[] {
  return [
    route(contract.signInOptions, async () =>
      ok('Ways to sign in', {
        google: google ? { clientId: google.clientId } : null,
        facebook: facebook ? { appId: facebook.appId, version: facebook.version } : null,
        demo: (await readDemo?.()) ?? null,
      }),
    ),

    route(contract.signInByGoogle, async ({ body: { data } }, context) => {
      const { token, nonce, googleId } = data
      const input = { name: 'google', signIn: google?.signIn, claimedId: googleId } as const
      return signInBy({ ...input, credential: { token, nonce }, form: data }, deps, context)
    }),

    route(contract.signInByFacebook, async ({ body: { data } }, context) => {
      const { accessToken, facebookId } = data
      const input = { name: 'facebook', signIn: facebook?.signIn, claimedId: facebookId } as const
      return signInBy({ ...input, credential: { token: accessToken }, form: data }, deps, context)
    }),
  ]
}

type ProviderSignInInput = Readonly<{
  name: ProviderName
  signIn: SignInProvider | undefined
  credential: Credential
  /**
   * The user id that the browser read from the credential; it is not trusted, but a different one at the provider means
   * a forgery.
   */
  claimedId: string | null | undefined
  form: contract.SocialFormData
}>

async function signInBy(input: ProviderSignInInput, deps: AccountDeps, context: RequestContext) {
  const { signIn, credential, claimedId, form, name } = input
  const { db, now, count } = context
  // Without a provider no credential can be confirmed.
  if (!signIn || credential.token === '') throw badCredentialError()
  const providerAccount = await signIn.verify(credential, now)
  if (claimedId && claimedId !== providerAccount.subject) throw badCredentialError()
  const { isNew, ...result } = await signInBySocial(db, {
    provider: name,
    account: providerAccount,
    typedEmail: form.email,
    code: form.otp,
    device: toDevice(context),
    deps,
    now,
    countMail: (email) => countRequest(context, 'codeMail', email),
    countTry: (subject) => count('accounts code', ACCOUNT_LIMITS.code, toLimitSubject(subject)),
  })
  return ok(isNew ? 'Welcome. Your account is ready.' : 'Login successful', result)
}

function badCredentialError(): AppError {
  return new AppError(
    'unauthenticated',
    'bad_credential',
    'The provider did not confirm this sign-in. Try again.',
  )
}
