import { queryPrepared, type Queryable } from '#database/database.ts'
import type { PreferenceKind } from './contract.ts'

/** An account's preference for a kind of email. */
export type PreferenceRow = Readonly<{ kind: PreferenceKind; isEnabled: boolean }>

/** Returns the email choices of an account; kinds without one are enabled. */
export async function listPreferences(db: Queryable, accountId: number): Promise<PreferenceRow[]> {
  return queryPrepared<PreferenceRow>(db, LIST_PREFERENCES, [accountId])
}

const LIST_PREFERENCES = {
  name: 'notifications_list_choices',
  text: 'select kind, is_enabled as "isEnabled" from notification_preferences where account_id = $1',
}

/** Stores a decision; `token` is for a new one. */
export async function savePreference(
  db: Queryable,
  preference: Readonly<{
    accountId: number
    kind: PreferenceKind
    isEnabled: boolean
    token: string
    now: Date
  }>,
): Promise<void> {
  const { accountId, kind, isEnabled, token, now } = preference
  await queryPrepared(db, SAVE_PREFERENCE, [accountId, kind, isEnabled, token, now])
}

const SAVE_PREFERENCE = {
  name: 'notifications_save_choice',
  text: `
    insert into notification_preferences (account_id, kind, is_enabled, token, changed_at) values ($1, $2, $3, $4, $5)
    on conflict (account_id, kind) do update set is_enabled = excluded.is_enabled, changed_at = excluded.changed_at`,
}

/** Returns the token of an account's emails of a kind; `token` is stored where there is none yet. */
export async function getOrCreateToken(
  db: Queryable,
  {
    accountId,
    kind,
    token,
    now,
  }: Readonly<{ accountId: number; kind: PreferenceKind; token: string; now: Date }>,
): Promise<Readonly<{ token: string; isEnabled: boolean }>> {
  const [stored] = await queryPrepared<{ token: string; isEnabled: boolean }>(db, GET_OR_CREATE_TOKEN, [
    accountId,
    kind,
    token,
    now,
  ])
  if (!stored) throw new Error('the token was not kept')
  return stored
}

const GET_OR_CREATE_TOKEN = {
  name: 'notifications_open_token',
  text: `
    insert into notification_preferences as c (account_id, kind, token, changed_at) values ($1, $2, $3, $4)
    on conflict (account_id, kind) do update set kind = excluded.kind returning c.token, c.is_enabled as "isEnabled"`,
}

/** Returns the email preference behind a link's token, with its address. */
export async function findPreferenceByToken(
  db: Queryable,
  token: string,
): Promise<(PreferenceRow & Readonly<{ email: string }>) | undefined> {
  const [found] = await queryPrepared<PreferenceRow & { email: string }>(db, FIND_PREFERENCE_BY_TOKEN, [
    token,
  ])
  return found
}

const FIND_PREFERENCE_BY_TOKEN = {
  name: 'notifications_find_by_token',
  text: `
    select c.kind, c.is_enabled as "isEnabled", p.email from notification_preferences c join accounts p on p.id = c.account_id
    where c.token = $1 and p.closed_at is null`,
}

/** Sets the email preference behind a link's token. */
export async function setPreferenceByToken(
  db: Queryable,
  { token, isEnabled, now }: Readonly<{ token: string; isEnabled: boolean; now: Date }>,
): Promise<void> {
  await queryPrepared(db, SET_PREFERENCE_BY_TOKEN, [token, isEnabled, now])
}

const SET_PREFERENCE_BY_TOKEN = {
  name: 'notifications_set_by_token',
  text: 'update notification_preferences set is_enabled = $2, changed_at = $3 where token = $1 and is_enabled <> $2',
}

/** Deletes the email choices of an account. */
export async function deletePreferences(db: Queryable, accountId: number): Promise<void> {
  await queryPrepared(db, DELETE_PREFERENCES, [accountId])
}

const DELETE_PREFERENCES = {
  name: 'notifications_delete_choices',
  text: 'delete from notification_preferences where account_id = $1',
}
