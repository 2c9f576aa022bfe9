import type { EmailTextName } from '#core/emails/texts/email-texts.ts'
import { MAX_SHOWN } from '#core/shown-rows.ts'
import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'

/** The settings that are saved by name. */
export type SettingName =
  | 'company'
  | 'logo'
  | 'deadlines'
  | 'countries'
  | 'payment_methods'
  | 'home_columns'
  | 'categories'
  | 'provider_fees'
  | `email_${EmailTextName}`

/** The newest version of a setting. */
export type SettingRow = Readonly<{ id: number; value: unknown }>

/** Returns the last saved version of a setting, if there is one. */
export async function findSetting(db: Queryable, name: SettingName): Promise<SettingRow | undefined> {
  const [found] = await queryPrepared<SettingRow>(db, FIND, [name])
  return found
}

const FIND = {
  name: 'settings_find',
  text: 'select id, value from setting_versions where name = $1 order by id desc limit 1',
}

/** Returns the saved ones of several settings, by name. */
export async function findSettings(
  db: Queryable,
  names: readonly SettingName[],
): Promise<ReadonlyMap<string, unknown>> {
  const rows = await queryPrepared<{ name: string; value: unknown }>(db, FIND_SEVERAL, [names])
  return new Map(rows.map(({ name, value }) => [name, value]))
}

const FIND_SEVERAL = {
  name: 'settings_find_several',
  text: `
    select wanted.name, v.value from unnest($1::text[]) as wanted(name)
    cross join lateral (
      select value from setting_versions s where s.name = wanted.name order by s.id desc limit 1) v`,
}

/** A saved version: the change, its time, and its author, who is empty for a closed account. */
export type SettingVersion = Readonly<{
  id: number
  changes: string[]
  savedAt: Date
  savedBy: string | null
}>

/** Returns the newest versions of a setting, the latest first. */
export async function listSettingVersions(db: Queryable, name: SettingName): Promise<SettingVersion[]> {
  return queryPrepared<SettingVersion>(db, LIST, [name])
}

const LIST = {
  name: 'settings_list',
  text: `
    select v.id, v.changes, v.saved_at as "savedAt", trim(a.first_name || ' ' || a.last_name) as "savedBy"
    from setting_versions v left join accounts a on a.id = v.account_id
    where v.name = $1 order by v.id desc limit ${MAX_SHOWN.versions}`,
}

/** Locks settings until the transaction ends, so that changes are sequential. */
export async function lockSettings(tx: Transaction): Promise<void> {
  await queryPrepared(tx, {
    name: 'settings_lock',
    text: 'lock table setting_versions in share row exclusive mode',
  })
}

/** A version to store; `value` is plain JSON. */
export type NewSetting = Readonly<{
  name: SettingName
  value: unknown
  changes: readonly string[]
  accountId: number
  now: Date
}>

/** Stores a version, which applies from now on. */
export async function insertSetting(tx: Transaction, setting: NewSetting): Promise<void> {
  const { name, value, changes, accountId, now } = setting
  await queryPrepared(tx, INSERT, [name, JSON.stringify(value), [...changes], now, accountId])
}

const INSERT = {
  name: 'settings_insert',
  text: `
    insert into setting_versions (name, value, changes, saved_at, account_id)
    values ($1, $2::jsonb, $3, $4, $5)`,
}
