import { type SQL, sql } from 'drizzle-orm'
import { listRolesWith } from '#core/access/permissions.ts'

const MESSAGE_ROLES = `'{${listRolesWith('manufacturer', 'messages:write').join(',')}}'::text[]`

/**
 * Returns an SQL condition: whether an account answers the messages of the store `s`; `account` is an SQL expression.
 */
export function answersForStore(account: string): string {
  return `s.owner_id in (select f_businesses_of(${account}, ${MESSAGE_ROLES}))`
}

/** Returns SQL for the accounts that answer the messages of the store `s`, as a set of keys. */
export const STORE_TEAM = `select f_team_of(s.owner_id, ${MESSAGE_ROLES})`

/** Returns the query of the businesses whose messages an account answers. */
export function selectAnsweredBusinesses(accountId: number): SQL {
  return sql`select f_businesses_of(${accountId}, ${sql.raw(MESSAGE_ROLES)}) as business`
}
