import { queryPrepared, type Queryable } from '#database/database.ts'
import type { EffectState } from './effect.ts'
import type { EffectTrailData } from './effect-shapes.ts'

type Attempt = EffectTrailData['attempts'][number]

type TrailRow = Readonly<{
  id: string
  kind: string
  subject: string
  state: EffectState
  message: string | null
  externalId: string | null
  createdAt: Date
  updatedAt: Date
  nextAttemptAt: Date | null
  attempts: readonly Readonly<{
    number: number
    startedAt: string
    endedAt: string | null
    outcome: Attempt['outcome']
    message: string | null
  }>[]
}>

const TRAIL = `
  select e.public_id as id, e.kind, e.subject, e.state, e.message, e.external_id as "externalId", e.created_at as "createdAt",
    e.updated_at as "updatedAt", e.next_attempt_at as "nextAttemptAt", coalesce((
      select json_agg(json_build_object('number', a.number, 'startedAt', a.started_at, 'endedAt', a.ended_at,
        'outcome', a.outcome, 'message', a.message) order by a.number)
      from effect_attempts a where a.effect_id = e.id), '[]') as attempts
  from effects e`

/**
 * Returns the effects of one kind for these subjects with all attempts, oldest first. The caller must check the
 * owner.
 */
export async function listEffectTrails(
  db: Queryable,
  { kind, subjects }: Readonly<{ kind: string; subjects: readonly string[] }>,
): Promise<EffectTrailData[]> {
  const rows = await queryPrepared<TrailRow>(db, LIST_TRAILS, [kind, subjects])
  return rows.map(presentTrail)
}

const LIST_TRAILS = {
  name: 'effects_list_trails',
  text: `${TRAIL} where e.kind = $1 and e.subject = any($2::text[]) order by e.id`,
}

/** A filter of effects: those that need a decision, those that are retried automatically, or all. */
export type EffectFilter = 'to_decide' | 'open' | 'all'

/** Returns effects of all kinds with their attempts, newest first; with an id, those older than its effect. */
export async function listEffects(
  db: Queryable,
  { filter, before, limit }: Readonly<{ filter: EffectFilter; before: string | undefined; limit: number }>,
): Promise<EffectTrailData[]> {
  const rows = await queryPrepared<TrailRow>(db, LIST_EFFECTS[filter], [before ?? null, limit])
  return rows.map(presentTrail)
}

const listBy = (name: string, condition: string) => ({
  name: `effects_list_${name}`,
  text: `${TRAIL}
    where ${condition} and ($1::text is null or e.id < (select id from effects where public_id = $1))
    order by e.id desc limit $2`,
})

const LIST_EFFECTS: Readonly<Record<EffectFilter, ReturnType<typeof listBy>>> = {
  to_decide: listBy('to_decide', "e.state in ('unknown', 'refused') and e.next_attempt_at is null"),
  open: listBy('open', 'e.next_attempt_at is not null'),
  all: listBy('all', 'true'),
}

/** Returns the kind and subject of an effect by its ID. */
export async function findEffect(
  db: Queryable,
  id: string,
): Promise<Readonly<{ kind: string; subject: string }> | undefined> {
  const [found] = await queryPrepared<{ kind: string; subject: string }>(db, FIND, [id])
  return found
}

const FIND = { name: 'effects_find', text: 'select kind, subject from effects where public_id = $1' }

function presentTrail(row: TrailRow): EffectTrailData {
  const { createdAt, updatedAt, nextAttemptAt, attempts, ...rest } = row
  return {
    ...rest,
    needsDecision: (row.state === 'unknown' || row.state === 'refused') && nextAttemptAt === null,
    createdAt: createdAt.toISOString(),
    changedAt: updatedAt.toISOString(),
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    attempts: attempts.map(({ startedAt, endedAt, message, ...attempt }) => ({
      ...attempt,
      startedAt: new Date(startedAt).toISOString(),
      endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
      message: message ?? 'Under way.',
    })),
  }
}
