import { notFound, refused } from '#core/errors.ts'
import { inTransaction } from '#database/database.ts'
import type { Effect } from '#platform/effects/effect.ts'
import { findEffect, listEffects } from '#platform/effects/effect-trail.ts'
import { retryEffect } from '#platform/effects/request-effects.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import * as contract from './contract.ts'

const PAGE_SIZE = 50

/** Returns the operators' routes of effects: every attempt, and a retry of rejected or unclear ones. */
export function operatorEffectRoutes({
  effects: definitions,
  enqueue,
}: Readonly<{ effects: readonly Effect[]; enqueue: Enqueue }>): Route[] {
  return [
    route(contract.listOperatorEffects, async ({ query: { view, cursor } }, { db }) => {
      const found = await listEffects(db, { filter: view, before: cursor, limit: PAGE_SIZE + 1 })
      const effects = found.slice(0, PAGE_SIZE)
      const nextCursor = found.length > PAGE_SIZE ? (effects.at(-1)?.id ?? null) : null
      return ok('Effects', { effects, nextCursor })
    }),

    route(contract.retryOperatorEffect, async ({ params: { id } }, { db, now }) => {
      await inTransaction(db, async (tx) => {
        const found = await findEffect(tx, id)
        if (!found) throw notFound('effect_not_found', 'This doesn’t exist.')
        const definition = definitions.find(({ kind }) => kind === found.kind)
        await definition?.reopen?.(tx, { subject: found.subject, now })
        if (!(await retryEffect(tx, found, { enqueue, now })))
          throw refused('effect_state', 'This is no longer waiting for a decision.')
      })
      return ok('It is being tried again.', {})
    }),
  ]
}
