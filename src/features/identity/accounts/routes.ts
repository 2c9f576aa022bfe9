import { notFound } from '#core/errors.ts'
import { ok, route, type RequestContext, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import type { AccountDesk } from './port.ts'
import { countOwnTry } from './sessions/confirm-password.ts'
import { countRequest } from './sessions/requester.ts'
import { ACCOUNT_LIMITS, whomOf } from './rules.ts'
import {
  askLoginCode,
  askResetLink,
  changeEmail,
  changePassword,
  closeAccount,
  collectOwnData,
  confirmEmail,
  confirmPassword,
  deviceOf,
  endOwnSession,
  getPerson,
  listSessions,
  profileOf,
  refreshedPerson,
  refreshSession,
  resendCode,
  resetPassword,
  sessionsShown,
  signInByCode,
  signInByPassword,
  signOut,
  signOutEverywhere,
  signUp,
  updateProfile,
  verifyByCode,
} from './service.ts'

/** Accounts: opening, proving, signing in and out, and what people do with their own. */
export function accountRoutes(desk: AccountDesk): Route[] {
  return [...openingRoutes(desk), ...signInRoutes(desk), ...sessionRoutes(), ...ownRoutes(desk)]
}

/** Counts the call for something only its owner can name: the id of a sign-up, a token, a session. */
async function countFor(
  { count }: Pick<RequestContext, 'count'>,
  limit: keyof typeof ACCOUNT_LIMITS,
  about: string,
): Promise<void> {
  await count(`accounts ${limit}`, ACCOUNT_LIMITS[limit], whomOf(about))
}

function openingRoutes(desk: AccountDesk): Route[] {
  return [
    route(contract.signUp, async ({ body: { data: form } }, context) => {
      const { db, now } = context
      await countRequest(context, 'signUpMail', form.email)
      const user = await signUp(db, { form, desk, now })
      return ok('Welcome. We have mailed you a code: enter it to verify your email.', { user })
    }),

    route(contract.verifyOTP, async ({ body: { data } }, { db, now, count }) => {
      await countFor({ count }, 'code', data.id)
      await verifyByCode(db, { id: data.id, code: data.otp, desk, now })
      return ok('Your email is verified. Please sign in.', {})
    }),

    route(contract.resendOTP, async ({ body: { data } }, context) => {
      const { db, now } = context
      await countFor(context, 'resendMail', data.id)
      const countMail = async (email: string) => void (await countRequest(context, 'signUpMail', email))
      await resendCode(db, { id: data.id, countMail, desk, now })
      return ok('A new code has been sent to your email', {})
    }),

    route(contract.forgotPassword, async ({ body: { data } }, context) => {
      await countRequest(context, 'linkMail', data.email)
      await askResetLink(context.db, { email: data.email, desk })
      return ok('Password reset link has been sent to your email', {})
    }),

    route(contract.resetPassword, async ({ body: { data } }, { db, now, count }) => {
      await countFor({ count }, 'signIn', data.token)
      await resetPassword(db, { ...data, desk, now })
      return ok('Your password is changed. Please sign in.', {})
    }),
  ]
}

function signInRoutes(desk: AccountDesk): Route[] {
  return [
    route(contract.signIn, async ({ body: { data } }, context) => {
      const { db, now, requestId } = context
      await countRequest(context, 'signIn', data.email)
      const { email, password } = data
      const countMail = async (to: string) => void (await countRequest(context, 'signUpMail', to))
      const sent = { email, password, countMail }
      const outcome = await signInByPassword(db, { ...sent, device: deviceOf(context), desk, now })
      if ('userData' in outcome) return ok('Login successful', { userData: outcome.userData })
      return notVerified(outcome.unverifiedId, requestId)
    }),

    route(contract.sendLoginCode, async ({ body: { data } }, context) => {
      const requester = await countRequest(context, 'codeMail', data.email)
      await askLoginCode(context.db, { email: data.email, requester, desk })
      return ok('If there is an account with this address, a code is on its way to it.', {})
    }),

    route(contract.loginByCode, async ({ body: { data } }, context) => {
      const { db, now } = context
      const requester = await countRequest(context, 'code', data.email)
      const sent = { email: data.email, code: data.otp, requester }
      const { userData } = await signInByCode(db, { ...sent, device: deviceOf(context), desk, now })
      return ok('Login successful', { userData })
    }),

    route(contract.refreshToken, async ({ body: { data } }, { db, now, count }) => {
      const person = await refreshedPerson(db, data.refreshToken, now)
      if (person !== undefined) await countFor({ count }, 'refresh', `person ${person}`)
      return ok('Your sign-in goes on', await refreshSession(db, data.refreshToken, now))
    }),

    route(contract.signOut, async ({ body: { data } }, { db, now }) => {
      await signOut(db, data.refreshToken, now)
      return ok('You are signed out', {})
    }),
  ]
}

/** The refusal as the documented call has it: what the code page needs stands in `data` (API-25). */
function notVerified(id: string, requestId: string): Response {
  const data = { isActive: false, id }
  const message = 'Please verify your email first: we have mailed you a code.'
  const body = { success: false, message, code: 'not_verified', data, details: data, requestId }
  return Response.json(body, { status: 403, headers: { 'cache-control': 'no-store' } })
}

function sessionRoutes(): Route[] {
  return [
    route(contract.listSessions, async (_input, { db, now, actor }) =>
      ok('Sessions', { sessions: sessionsShown(await listSessions(db, actor.id, now), actor.sessionId) }),
    ),

    route(contract.endSession, async ({ body: { data } }, { db, now, actor }) => {
      const isEnded = await endOwnSession(db, { personId: actor.id, publicId: data.id }, now)
      if (!isEnded) throw notFound('session_not_found', 'You are not signed in there any more.')
      return ok('You are signed out there', {})
    }),

    route(contract.signOutEverywhere, async ({ body: { data } }, { db, now, actor }) => {
      const but = data.keepThis ? actor.sessionId : undefined
      const ended = await signOutEverywhere(db, { personId: actor.id, but }, now)
      return ok(data.keepThis ? 'You are signed out everywhere else' : 'You are signed out everywhere', {
        ended,
      })
    }),
  ]
}

function ownRoutes(desk: AccountDesk): Route[] {
  return [
    route(contract.getProfile, async (_input, { db, actor }) =>
      ok('Profile', { profile: profileOf(await getPerson(db, actor.id)) }),
    ),

    route(contract.updateProfile, async ({ body: { data } }, { db, actor }) => {
      const profile = profileOf(await updateProfile(db, actor.id, data))
      return ok('Your profile is saved', { profile })
    }),

    route(contract.changePassword, async ({ body: { data } }, { db, now, actor, count }) => {
      await countOwnTry({ count, actor })
      const { id: personId, sessionId } = actor
      await changePassword(db, { personId, sessionId, ...data, desk, now })
      return ok('Your password is changed', {})
    }),

    route(contract.changeEmail, async ({ body: { data } }, context) => {
      const { db, now, actor, count } = context
      await countOwnTry({ count, actor })
      await countRequest(context, 'codeMail', data.email)
      await changeEmail(db, { personId: actor.id, ...data, desk, now })
      return ok('We have written to the new address. Enter the code that stands there.', {})
    }),

    route(contract.confirmEmail, async ({ body: { data } }, { db, now, actor, count }) => {
      await countFor({ count }, 'code', actor.publicId)
      const person = await confirmEmail(db, { personId: actor.id, code: data.otp, desk, now })
      return ok('Your email is changed', { profile: profileOf(person) })
    }),

    route(contract.confirmPassword, async ({ body: { data } }, { db, now, actor, count }) => {
      await countOwnTry({ count, actor })
      const confirmedUntil = await confirmPassword(db, actor, { ...data, now })
      return ok('Your password is confirmed', { confirmedUntil: confirmedUntil.toISOString() })
    }),

    route(contract.exportData, async (_input, { db, now, actor }) => {
      const sessions = sessionsShown(await listSessions(db, actor.id, now), actor.sessionId)
      return ok('Your data', {
        exportedAt: now.toISOString(),
        profile: profileOf(await getPerson(db, actor.id)),
        sessions,
        more: await collectOwnData(db, actor.id, desk),
      })
    }),

    route(contract.closeAccount, async ({ body: { data } }, { db, now, actor, count }) => {
      await countOwnTry({ count, actor })
      await closeAccount(db, { personId: actor.id, password: data.password, desk, now })
      return ok('Your account is closed', {})
    }),
  ]
}
