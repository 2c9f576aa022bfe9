import { queryPrepared, type Queryable } from '#database/database.ts'
import type { EffectState } from './effect.ts'

/** An effect as stored. */
export type StoredEffect = Readonly<{
  id: number
  reference: string
  kind: string
  subject: string
  lane: string
  input: object
  state: EffectState
  attempts: number
  requests: number
  refusals: number
  message: string | null
  externalId: string | null
  nextAttemptAt: Date | null
  createdAt: Date
  updatedAt: Date
}>

const COLUMNS = `
  e.id, e.public_id as reference, e.kind, e.subject, e.lane, e.input, e.state, e.attempts, e.requests, e.refusals, e.message,
  e.external_id as "externalId", e.next_attempt_at as "nextAttemptAt", e.created_at as "createdAt", e.updated_at as "updatedAt"`

/** An effect to be stored; effects of one lane go to the same outside system. */
export type NewEffect = Readonly<{
  reference: string
  kind: string
  subject: string
  lane: string
  input: object
  now: Date
}>

/** Stores the effects that are not stored yet. */
export async function insertEffects(tx: Queryable, effects: readonly NewEffect[]): Promise<void> {
  await queryPrepared(tx, INSERT, [JSON.stringify(effects)])
}

const INSERT = {
  name: 'effects_insert',
  text: `
    insert into effects (public_id, kind, subject, lane, input, next_attempt_at, created_at, updated_at)
    select reference, kind, subject, lane, input, now, now, now
    from json_to_recordset($1) as x(reference text, kind text, subject text, lane text, input jsonb, now timestamptz)
    on conflict (kind, subject) do nothing`,
}

/** The identification of an effect by its kind and subject. */
export type EffectRef = Readonly<{ kind: string; subject: string }>

/** Returns an effect locked until the transaction ends. */
export async function lockEffect(
  tx: Queryable,
  { kind, subject }: EffectRef,
): Promise<StoredEffect | undefined> {
  const [found] = await queryPrepared<StoredEffect>(tx, LOCK, [kind, subject])
  return found
}

const LOCK = {
  name: 'effects_lock',
  text: `select ${COLUMNS} from effects e where e.kind = $1 and e.subject = $2 for update`,
}

/**
 * Stores a new attempt at a due effect, claimed until `until`. A running attempt is marked as interrupted. Returns
 * undefined when the effect is not due.
 */
export async function claimEffect(
  tx: Queryable,
  { kind, subject }: EffectRef,
  { now, until }: Readonly<{ now: Date; until: Date }>,
): Promise<StoredEffect | undefined> {
  const [found] = await queryPrepared<StoredEffect>(tx, CLAIM, [kind, subject, now, until])
  return found
}

const CLAIM = {
  name: 'effects_claim',
  text: `
    with claimed as (
      update effects e set attempts = e.attempts + 1, requests = e.requests + 1, next_attempt_at = $4, updated_at = $3,
        state = case e.state when 'pending' then 'sent' else e.state end
      where e.kind = $1 and e.subject = $2 and e.next_attempt_at <= $3
      returning ${COLUMNS}),
    interrupted as (
      update effect_attempts a set ended_at = $3, outcome = 'interrupted',
        message = 'The attempt was interrupted: whether it was done is looked up first.'
      from claimed where a.effect_id = claimed.id and a.ended_at is null),
    begun as (
      insert into effect_attempts (effect_id, number, started_at) select id, attempts, $3 from claimed)
    select * from claimed`,
}

/** The update of an effect; `requests` and `refusals` are added to the stored numbers. */
export type EffectUpdate = Readonly<{
  id: number
  state: EffectState
  message: string | null
  externalId: string | null
  nextAttemptAt: Date | null
  requests: number
  refusals: number
  now: Date
}>

/** Stores an update of an effect. */
export async function updateEffect(tx: Queryable, update: EffectUpdate): Promise<void> {
  const { id, state, message, externalId, nextAttemptAt, requests, refusals, now } = update
  await queryPrepared(tx, UPDATE, [id, state, message, externalId, nextAttemptAt, requests, refusals, now])
}

const UPDATE = {
  name: 'effects_update',
  text: `
    update effects set state = $2, message = left($3, 1000), external_id = coalesce($4, external_id), next_attempt_at = $5,
      requests = greatest(requests + $6, 0), refusals = refusals + $7, updated_at = $8
    where id = $1`,
}

/** The end of an attempt. */
export type AttemptEnd = Readonly<{
  id: number
  number: number
  outcome: 'done' | 'accepted' | 'refused' | 'postponed' | 'unknown'
  message: string
  now: Date
}>

/** Stores how an attempt ended. */
export async function endAttempt(
  tx: Queryable,
  { id, number, outcome, message, now }: AttemptEnd,
): Promise<void> {
  await queryPrepared(tx, END_ATTEMPT, [id, number, outcome, message, now])
}

// An attempt that exceeded its lease was marked as interrupted; its own late result replaces that.
const END_ATTEMPT = {
  name: 'effects_end_attempt',
  text: `
    update effect_attempts set ended_at = greatest($5, started_at), outcome = $3, message = left($4, 1000)
    where effect_id = $1 and number = $2`,
}

/** An effect that is due, and its lane. */
export type DueEffect = EffectRef & Readonly<{ lane: string }>

/** Returns the due effects of these kinds, limited per lane, the longest overdue first. */
export async function listDueEffects(
  db: Queryable,
  { kinds, now, limit }: Readonly<{ kinds: readonly string[]; now: Date; limit: number }>,
): Promise<DueEffect[]> {
  return queryPrepared(db, LIST_DUE, [kinds, now, limit])
}

const LIST_DUE = {
  name: 'effects_list_due',
  text: `
    select kind, subject, lane from (
      select kind, subject, lane, next_attempt_at, id,
        row_number() over (partition by lane order by next_attempt_at, id) as place
      from effects where next_attempt_at <= $2 and kind = any($1::text[])) due
    where place <= $3 order by next_attempt_at, id`,
}
