import { notFound, refused } from '#core/errors.ts'
import { ok, route, type RequestContext, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import type { AccountDeps } from './port.ts'
import { countPasswordAttempt } from './sessions/confirm-password.ts'
import { countRequest } from './sessions/requester.ts'
import { ACCOUNT_LIMITS, toLimitSubject } from './rules.ts'
import {
  requestLoginCode,
  requestResetLink,
  changeEmail,
  changePassword,
  closeAccount,
  collectAccountData,
  confirmEmail,
  confirmPassword,
  toDevice,
  endSessionByPublicId,
  getAccount,
  selectSessions,
  toProfile,
  findRefreshAccountId,
  refreshSession,
  resendCode,
  resetPassword,
  toSessionViews,
  signInByCode,
  signInByPassword,
  signOut,
  signOutEverywhere,
  signUp,
  updateProfile,
  verifyByCode,
  type SignInResult,
} from './service.ts'
import { acceptTerms, getTermsState } from './terms/contract.ts'
import { hasAcceptedTerms, insertAcceptance } from './terms/queries.ts'

/** Returns the routes of accounts: sign-up, verification, sign-in, sign-out, and the account's own data. */
export function accountRoutes(deps: AccountDeps): Route[] {
  return [...signUpRoutes(deps), ...signInRoutes(deps), ...sessionRoutes(), ...profileRoutes(deps)]
}

/** Counts the call by a secret of its owner: the id of a sign-up, a token, or a session. */
async function countByKey(
  { count }: Pick<RequestContext, 'count'>,
  limit: keyof typeof ACCOUNT_LIMITS,
  key: string,
): Promise<void> {
  await count(`accounts ${limit}`, ACCOUNT_LIMITS[limit], toLimitSubject(key))
}

function signUpRoutes(deps: AccountDeps): Route[] {
  return [
    route(contract.signUp, async ({ body: { data: form } }, context) => {
      const { db, now } = context
      await countRequest(context, 'signUpMail', form.email)
      const user = await signUp(db, { form, deps, now })
      return ok('Welcome. Enter the code we emailed you to verify your address.', { user })
    }),

    route(contract.verifyOTP, async ({ body: { data } }, { db, now, count }) => {
      await countByKey({ count }, 'code', data.id)
      await verifyByCode(db, { id: data.id, code: data.otp, deps, now })
      return ok('Your email is verified. Sign in.', {})
    }),

    route(contract.resendOTP, async ({ body: { data } }, context) => {
      const { db, now } = context
      await countByKey(context, 'resendMail', data.id)
      const countEmail = async (email: string) => void (await countRequest(context, 'signUpMail', email))
      await resendCode(db, { id: data.id, countMail: countEmail, deps, now })
      return ok('A new code has been sent to your email', {})
    }),

    route(contract.forgotPassword, async ({ body: { data } }, context) => {
      await countRequest(context, 'linkMail', data.email)
      await requestResetLink(context.db, { email: data.email, deps })
      return ok('Password reset link has been sent to your email', {})
    }),

    route(contract.resetPassword, async ({ body: { data } }, { db, now, count }) => {
      await countByKey({ count }, 'signIn', data.token)
      await resetPassword(db, { ...data, deps, now })
      return ok('Your password is changed. Sign in.', {})
    }),
  ]
}

function signInRoutes(deps: AccountDeps): Route[] {
  return [
    route(contract.signIn, async ({ body: { data } }, context) => {
      const { db, now, requestId } = context
      await countRequest(context, 'signIn', data.email)
      const { email, password } = data
      const countEmail = async (to: string) => void (await countRequest(context, 'signUpMail', to))
      const credentials = { email, password, countMail: countEmail }
      const outcome = await signInByPassword(db, {
        ...credentials,
        device: toDevice(context),
        deps,
        now,
      })
      if ('unverifiedId' in outcome) return notVerifiedResponse(outcome.unverifiedId, requestId)
      return signedIn(outcome)
    }),

    route(contract.sendLoginCode, async ({ body: { data } }, context) => {
      const requester = await countRequest(context, 'codeMail', data.email)
      await requestLoginCode(context.db, { email: data.email, requester, deps })
      return ok('If this address has an account, we\u2019ve emailed a code to it.', {})
    }),

    route(contract.loginByCode, async ({ body: { data } }, context) => {
      const { db, now } = context
      const requester = await countRequest(context, 'code', data.email)
      const credentials = { email: data.email, code: data.otp, requester }
      const result = await signInByCode(db, {
        ...credentials,
        device: toDevice(context),
        deps,
        now,
      })
      return signedIn(result)
    }),

    route(contract.refreshToken, async ({ body: { data } }, { db, now, count }) => {
      const account = await findRefreshAccountId(db, data.refreshToken, now)
      if (account !== undefined) await countByKey({ count }, 'refresh', `account ${account}`)
      return ok('Session refreshed', await refreshSession(db, data.refreshToken, now))
    }),

    route(contract.signOut, async ({ body: { data } }, { db, now }) => {
      await signOut(db, data.refreshToken, now)
      return ok('You are signed out', {})
    }),
  ]
}

/** Returns the answer to a sign-in, which may require a second factor. */
function signedIn(result: SignInResult) {
  return ok('userData' in result ? 'Login successful' : 'Enter the code from your authenticator app.', result)
}

/** Returns the refusal in the format of the documented call: `data` has what the code page needs (API-25). */
function notVerifiedResponse(id: string, requestId: string): Response {
  const data = { isActive: false, id }
  const message = 'Verify your email first: enter the code we emailed you.'
  const body = { success: false, message, code: 'not_verified', data, details: data, requestId }
  return Response.json(body, { status: 403, headers: { 'cache-control': 'no-store' } })
}

function sessionRoutes(): Route[] {
  return [
    route(contract.listSessions, async (_input, { db, now, actor }) =>
      ok('Sessions', { sessions: toSessionViews(await selectSessions(db, actor.id, now), actor.sessionId) }),
    ),

    route(contract.endSession, async ({ body: { data } }, { db, now, actor }) => {
      const isEnded = await endSessionByPublicId(db, { accountId: actor.id, publicId: data.id }, now)
      if (!isEnded) throw notFound('session_not_found', 'This session has already ended.')
      return ok('That device is signed out', {})
    }),

    route(contract.signOutEverywhere, async ({ body: { data } }, { db, now, actor }) => {
      const exceptSessionId = data.keepThis ? actor.sessionId : undefined
      const ended = await signOutEverywhere(db, { accountId: actor.id, but: exceptSessionId }, now)
      return ok(data.keepThis ? 'You are signed out everywhere else' : 'You are signed out everywhere', {
        ended,
      })
    }),
  ]
}

function profileRoutes(deps: AccountDeps): Route[] {
  return [
    route(contract.getProfile, async (_input, { db, actor }) =>
      ok('Profile', { profile: toProfile(await getAccount(db, actor.id)) }),
    ),

    route(contract.updateProfile, async ({ body: { data } }, { db, actor }) => {
      const profile = toProfile(await updateProfile(db, actor.id, data))
      return ok('Your profile is saved', { profile })
    }),

    route(contract.changePassword, async ({ body: { data } }, { db, now, actor, count }) => {
      await countPasswordAttempt({ count, actor })
      const { id: accountId, sessionId } = actor
      await changePassword(db, { accountId, sessionId, ...data, deps, now })
      return ok('Your password is changed', {})
    }),

    route(contract.changeEmail, async ({ body: { data } }, context) => {
      const { db, now, actor, count } = context
      await countPasswordAttempt({ count, actor })
      await countRequest(context, 'codeMail', data.email)
      await changeEmail(db, { accountId: actor.id, ...data, deps, now })
      return ok('We emailed a code to the new address. Enter it to confirm.', {})
    }),

    route(contract.confirmEmail, async ({ body: { data } }, { db, now, actor, count }) => {
      await countByKey({ count }, 'code', actor.publicId)
      const account = await confirmEmail(db, { accountId: actor.id, code: data.otp, deps, now })
      return ok('Your email is changed', { profile: toProfile(account) })
    }),

    route(contract.confirmPassword, async ({ body: { data } }, { db, now, actor, count }) => {
      await countPasswordAttempt({ count, actor })
      const confirmedUntil = await confirmPassword(db, actor, { ...data, now })
      return ok('Your password is confirmed', { confirmedUntil: confirmedUntil.toISOString() })
    }),

    route(contract.exportData, async (_input, { db, now, actor }) => {
      const sessions = toSessionViews(await selectSessions(db, actor.id, now), actor.sessionId)
      return ok('Your data', {
        exportedAt: now.toISOString(),
        profile: toProfile(await getAccount(db, actor.id)),
        sessions,
        more: await collectAccountData(db, actor.id, deps),
      })
    }),

    route(contract.closeAccount, async ({ body: { data } }, { db, now, actor, count }) => {
      await countPasswordAttempt({ count, actor })
      await closeAccount(db, { accountId: actor.id, password: data.password, deps, now })
      return ok('Your account is closed', {})
    }),
  ]
}

/** Returns the routes that read and accept the terms in force. Operators need not accept their own terms. */
export function termsRoutes({ readTermsVersion }: Pick<AccountDeps, 'readTermsVersion'>): Route[] {
  return [
    route(getTermsState, async (_input, { db, actor }) => {
      const version = await readTermsVersion(db)
      const isAccepted =
        actor.type === 'operator' || (await hasAcceptedTerms(db, { accountId: actor.id, version }))
      return ok('Terms of service', { version, isAccepted })
    }),

    route(acceptTerms, async ({ body: { data } }, { db, actor, now }) => {
      const version = await readTermsVersion(db)
      if (data.version !== version)
        throw refused('terms_changed', 'The terms have changed again. Reload the page to read them.')
      await insertAcceptance(db, { accountId: actor.id, version, acceptedAt: now })
      return ok('Thank you. You have accepted the terms.', {})
    }),
  ]
}
