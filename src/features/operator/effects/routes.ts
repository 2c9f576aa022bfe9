import { inTransaction } from '#database/database.ts'
import { listEffects } from '#platform/effects/effect-trail.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { type OperatorEffectDeps, retryFailedEffect } from './retry-failed-effect.ts'

const PAGE_SIZE = 50

/** Returns the operators' routes of effects: every attempt, and a retry of rejected or unclear ones. */
export function operatorEffectRoutes(deps: OperatorEffectDeps): Route[] {
  return [
    route(contract.listOperatorEffects, async ({ query: { view, cursor } }, { db }) => {
      const found = await listEffects(db, { filter: view, before: cursor, limit: PAGE_SIZE + 1 })
      const effects = found.slice(0, PAGE_SIZE)
      const nextCursor = found.length > PAGE_SIZE ? (effects.at(-1)?.id ?? null) : null
      return ok('Effects', { effects, nextCursor })
    }),

    route(contract.retryOperatorEffect, async ({ params: { id } }, { db, now }) => {
      await inTransaction(db, (tx) => retryFailedEffect(tx, id, { ...deps, now }))
      return ok('It is being tried again.', {})
    }),
  ]
}
