import { refused } from '#core/errors.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import type { AccountDesk } from '../port.ts'
import { acceptTerms, getTermsState } from './contract.ts'
import { hasAccepted, insertAcceptance } from './queries.ts'

/** Whether an account has accepted the terms in force, and accepting them. Operators, whose terms they are, are not asked. */
export function termsRoutes({ termsVersion: version }: Pick<AccountDesk, 'termsVersion'>): Route[] {
  return [
    route(getTermsState, async (_input, { db, actor }) => {
      const isAccepted = actor.type === 'operator' || (await hasAccepted(db, { personId: actor.id, version }))
      return ok('Terms of service', { version, isAccepted })
    }),

    route(acceptTerms, async ({ body: { data } }, { db, actor, now }) => {
      if (data.version !== version)
        throw refused('terms_changed', 'The terms have changed again. Please reload the page to read them.')
      await insertAcceptance(db, { personId: actor.id, version, acceptedAt: now })
      return ok('Thank you. You have accepted the terms.', {})
    }),
  ]
}
