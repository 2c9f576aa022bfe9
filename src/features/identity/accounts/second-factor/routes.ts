import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { passkeyRoutes } from '../passkeys/routes.ts'
import type { AccountDeps } from '../port.ts'
import { ACCOUNT_LIMITS } from '../rules.ts'
import { countRequest } from '../sessions/requester.ts'
import { toDevice } from '../profile/account-view.ts'
import { completeSignIn, getDueSession } from './complete-sign-in.ts'
import * as contract from './contract.ts'
import {
  disableSecondFactor,
  enableSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from './manage-second-factor.ts'

/** Returns the routes of two-factor sign-in: finishing a sign-in, the owner's setup, and passkeys. */
export function secondFactorRoutes(deps: AccountDeps): Route[] {
  const SAVE_CODES = 'Save these recovery codes now. They are shown only once.'
  return [
    ...passkeyRoutes(deps),

    route(contract.confirmSecondFactor, async ({ body: { data } }, context) => {
      const { db, now } = context
      const due = await getDueSession(db, data.challenge, now)
      await countRequest(context, 'secondFactor', due.email)
      const userData = await completeSignIn(db, {
        due,
        code: data.code,
        device: toDevice(context),
        deps,
        now,
      })
      return ok('Login successful', { userData })
    }),

    route(contract.readSecondFactor, async (_input, { db, actor }) =>
      ok('Two-factor sign-in', { secondFactor: await readSecondFactor(db, { actor, deps }) }),
    ),

    route(contract.startSecondFactor, async (_input, { db, actor, now }) =>
      ok('Scan the code with your authenticator app', await startSecondFactor(db, { actor, deps, now })),
    ),

    route(contract.enableSecondFactor, async ({ body: { data } }, { db, actor, now, count }) => {
      await countCode({ count, actor })
      const recoveryCodes = await enableSecondFactor(db, { actor, deps, now, code: data.code })
      return ok(`Two-factor sign-in is on. ${SAVE_CODES}`, { recoveryCodes })
    }),

    route(contract.renewRecoveryCodes, async ({ body: { data } }, { db, actor, now, count }) => {
      await countCode({ count, actor })
      return ok(SAVE_CODES, {
        recoveryCodes: await renewRecoveryCodes(db, { actor, deps, now, code: data.code }),
      })
    }),

    route(contract.disableSecondFactor, async ({ body: { data } }, { db, actor, now, count }) => {
      await countCode({ count, actor })
      await disableSecondFactor(db, { actor, deps, now, code: data.code })
      return ok('Two-factor sign-in is off', {})
    }),
  ]
}

type CountContext = Parameters<Parameters<typeof route<typeof contract.disableSecondFactor>>[1]>[1]

/** Counts a code typed in a signed-in session, by account: a stolen session must not guess one. */
async function countCode({ count, actor }: Pick<CountContext, 'count' | 'actor'>): Promise<void> {
  await count('accounts own second factor', ACCOUNT_LIMITS.secondFactor, `account ${actor.memberId}`)
}
