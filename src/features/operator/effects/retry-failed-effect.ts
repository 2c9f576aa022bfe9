import { notFound, refused } from '#core/errors.ts'
import type { Transaction } from '#database/database.ts'
import type { Effect } from '#platform/effects/effect.ts'
import { findEffect } from '#platform/effects/effect-trail.ts'
import { retryEffect } from '#platform/effects/request-effects.ts'
import type { Enqueue } from '#platform/jobs/job.ts'

/** The definitions of all effects, and how their jobs are enqueued. */
export type OperatorEffectDeps = Readonly<{ effects: readonly Effect[]; enqueue: Enqueue }>

/** Retries a rejected or unclear effect. Throws `effect_not_found` and `effect_state`. */
export async function retryFailedEffect(
  tx: Transaction,
  id: string,
  { effects: definitions, enqueue, now }: OperatorEffectDeps & Readonly<{ now: Date }>,
): Promise<void> {
  const found = await findEffect(tx, id)
  if (!found) throw notFound('effect_not_found', 'This doesn’t exist.')
  const definition = definitions.find(({ kind }) => kind === found.kind)
  await definition?.reopen?.(tx, { subject: found.subject, now })
  if (!(await retryEffect(tx, found, { enqueue, now })))
    throw refused('effect_state', 'This is no longer waiting for a decision.')
}
