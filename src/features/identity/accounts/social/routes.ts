import { AppError } from '#core/errors.ts'
import { ok, route, type RequestContext, type Route } from '#platform/http/calls/route.ts'
import type { AccountDesk, Credential, ProviderName, SignInProvider } from '../port.ts'
import { countRequest } from '../sessions/requester.ts'
import { ACCOUNT_LIMITS, whomOf } from '../rules.ts'
import { deviceOf, signInBySocial } from '../service.ts'
import * as contract from './contract.ts'

/** The providers that are set up, with what browsers have to know of them. */
export type SocialProviders = Readonly<{
  google: Readonly<{ signIn: SignInProvider; clientId: string }> | undefined
  facebook: Readonly<{ signIn: SignInProvider; appId: string; version: string }> | undefined
}>

/** Sign-in by Google and Facebook. */
export function socialRoutes(desk: AccountDesk, { google, facebook }: SocialProviders): Route[] {
  return [
    route(contract.signInOptions, async () =>
      ok('Ways to sign in', {
        google: google ? { clientId: google.clientId } : null,
        facebook: facebook ? { appId: facebook.appId, version: facebook.version } : null,
      }),
    ),

    route(contract.signInByGoogle, async ({ body: { data } }, context) => {
      const { token, nonce, googleId } = data
      const sign = { name: 'google', signIn: google?.signIn, claimedId: googleId } as const
      return signInBy({ ...sign, credential: { token, nonce }, form: data }, desk, context)
    }),

    route(contract.signInByFacebook, async ({ body: { data } }, context) => {
      const { accessToken, facebookId } = data
      const sign = { name: 'facebook', signIn: facebook?.signIn, claimedId: facebookId } as const
      return signInBy({ ...sign, credential: { token: accessToken }, form: data }, desk, context)
    }),
  ]
}

type Asked = Readonly<{
  name: ProviderName
  signIn: SignInProvider | undefined
  credential: Credential
  /** Whom the browser takes the credential to be of; nothing goes by it, but another than the provider says is a forgery. */
  claimedId: string | null | undefined
  form: contract.SocialFormData
}>

async function signInBy(asked: Asked, desk: AccountDesk, context: RequestContext) {
  const { signIn, credential, claimedId, form, name } = asked
  const { db, now, count } = context
  // Nobody confirms anything where no provider is set up.
  if (!signIn || credential.token === '') throw badCredential()
  const account = await signIn.verify(credential, now)
  if (claimedId && claimedId !== account.subject) throw badCredential()
  const { userData, isNew } = await signInBySocial(db, {
    provider: name,
    account,
    typedEmail: form.email,
    code: form.otp,
    device: deviceOf(context),
    desk,
    now,
    countMail: (email) => countRequest(context, 'codeMail', email),
    countTry: (subject) => count('accounts code', ACCOUNT_LIMITS.code, whomOf(subject)),
  })
  return ok(isNew ? 'Welcome. Your account is open.' : 'Login successful', { userData })
}

function badCredential(): AppError {
  return new AppError('unauthenticated', 'bad_credential', 'This sign-in is not confirmed by its provider.')
}
