import { refused } from '#core/errors.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import type { AccountDeps } from '../port.ts'
import { acceptTerms, getTermsState } from './contract.ts'
import { hasAcceptedTerms, insertAcceptance } from './queries.ts'

/** Whether an account has accepted the terms in force, and accepting them. Operators, whose terms they are, are not asked. */
export function termsRoutes({ termsVersion: version }: Pick<AccountDeps, 'termsVersion'>): Route[] {
  return [
    route(getTermsState, async (_input, { db, actor }) => {
      const isAccepted =
        actor.type === 'operator' || (await hasAcceptedTerms(db, { accountId: actor.id, version }))
      return ok('Terms of service', { version, isAccepted })
    }),

    route(acceptTerms, async ({ body: { data } }, { db, actor, now }) => {
      if (data.version !== version)
        throw refused('terms_changed', 'The terms have changed again. Reload the page to read them.')
      await insertAcceptance(db, { accountId: actor.id, version, acceptedAt: now })
      return ok('Thank you. You have accepted the terms.', {})
    }),
  ]
}
