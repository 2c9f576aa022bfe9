import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { createFirstOperator } from './first-operator.ts'

/** Returns the route that creates the first operator; `setupToken` is the token of the link in the log. */
export function setupRoutes(setupToken: string): Route[] {
  return [
    route(contract.createFirstOperator, async ({ body }, { db, client, now }) => {
      await createFirstOperator(db, body, { setupToken, client, now })
      return ok('Your account is ready. Sign in with it.', {})
    }),
  ]
}
