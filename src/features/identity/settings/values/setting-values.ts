import { refused } from '#core/errors.ts'
import { type Database, inTransaction, type Queryable, type Transaction } from '#database/database.ts'
import { notify } from '#database/connections/listen.ts'
import { type AuditSource, type AuditValues, recordChange } from '#features/identity/audit/service.ts'
import {
  findSetting,
  insertSetting,
  listSettingVersions,
  lockSettings,
  type SettingName,
} from './setting-queries.ts'

/** A setting: its name, how its value is stored, and how its changes are described. */
export type Setting<Value> = Readonly<{
  name: SettingName
  /** The audit log's text about a change. */
  action: string
  /** Returns the value for the audit log, with its changes as lines. */
  toAuditValues: (value: Value) => AuditValues
  describe: (before: Value, after: Value) => readonly string[]
}> &
  (
    | Readonly<{
        /** Parses the stored value, which is undefined if it was never saved. */
        parse: (stored: unknown) => Value
      }>
    | Readonly<{
        /** The tables with the value, if queries join it; the versions are its history. */
        rows: Readonly<{
          read: (db: Queryable) => Promise<Value>
          write: (tx: Transaction, value: Value) => Promise<void>
        }>
      }>
  )

/** Returns the current value of a setting. It is read each time, so that a change applies in every process at once. */
export async function readSetting<Value>(db: Queryable, setting: Setting<Value>): Promise<Value> {
  if ('rows' in setting) return setting.rows.read(db)
  return setting.parse((await findSetting(db, setting.name))?.value)
}

/** Returns a setting with its version and its history, as its page shows them. */
export async function readSettingPage<Value>(db: Queryable, setting: Setting<Value>) {
  const versions = await listSettingVersions(db, setting.name)
  return {
    value: await readSetting(db, setting),
    version: versions[0]?.id ?? 0,
    history: versions.map(({ changes, savedAt, savedBy }) => ({
      changes,
      savedAt: savedAt.toISOString(),
      savedBy: savedBy ?? '',
    })),
  }
}

/**
 * Saves a setting and records its author. It invalidates all cached pages, because settings appear everywhere. An
 * unchanged value is not saved; throws `changed_meanwhile` if `version` is no longer the newest.
 */
export async function saveSetting<Value>(
  db: Database,
  source: AuditSource,
  { setting, value, version }: Readonly<{ setting: Setting<Value>; value: Value; version: number }>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockSettings(tx)
    const { name } = setting
    const found = await findSetting(tx, name)
    if ((found?.id ?? 0) !== version)
      throw refused('changed_meanwhile', 'Someone else has changed this. Reload the page to see it.')
    const before = 'rows' in setting ? await setting.rows.read(tx) : setting.parse(found?.value)
    const changes = setting.describe(before, value)
    if (changes.length === 0) return
    if ('rows' in setting) await setting.rows.write(tx, value)
    await insertSetting(tx, { name, value, changes, accountId: source.memberId, now: source.now })
    await recordChange(tx, source, {
      supplierId: null,
      kind: 'settings',
      action: setting.action,
      entity: `settings:${name}`,
      before: setting.toAuditValues(before),
      after: setting.toAuditValues(value),
    })
    await notify(tx, 'catalogue', '*')
  })
}
