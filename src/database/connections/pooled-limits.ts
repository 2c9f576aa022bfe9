import type { Pool } from 'pg'
import { SESSION_LIMITS } from './time-limits.ts'

/** The initial settings of each session. */
const SETTINGS: readonly (readonly [name: string, value: string])[] = [
  ...Object.entries(SESSION_LIMITS).map(([name, value]) => [name, `${value / 1000}s`] as const),
  ['timezone', 'UTC'],
]

// Locked, and only for different values: PostgreSQL refuses two concurrent changes of a role.
const SET_LIMITS = `
  do $do$
  declare missing record;
  begin
    perform pg_advisory_xact_lock(7262411);
    for missing in
      select wanted.name, wanted.value from (values ${SETTINGS.map(([name, value]) => `('${name}', '${value}')`).join(', ')}) wanted (name, value)
      where not exists (
        select from pg_db_role_setting s where s.setrole = current_user::regrole
          and s.setdatabase = (select oid from pg_database where datname = current_database())
          and lower(wanted.name || '=' || wanted.value) in (select lower(setting) from unnest(s.setconfig) setting))
    loop
      execute format('alter role %I in database %I set %I = %L', current_user, current_database(), missing.name, missing.value);
    end loop;
  end $do$`

/**
 * Sets the time limits and time zone of the shop's database role. A pooler refuses them as connection parameters
 * (https://www.pgbouncer.org/config.html, `ignore_startup_parameters`). Open sessions are unaffected.
 */
export async function setLimitsOfRole(pool: Pool): Promise<void> {
  await pool.query(SET_LIMITS)
}

/** Warns when the pooler's sessions are older than the limits of the role. */
export async function checkPooledLimits(
  pool: Pool,
  log: (line: string, isError?: boolean) => void,
): Promise<void> {
  const { rows } = await pool.query<{ limit: string }>(`select current_setting('statement_timeout') as limit`)
  if (rows[0]?.limit === '0')
    log(
      'The pooler’s sessions have no time limits: it opened them before the limits were set. Run RECONNECT in its console.',
      true,
    )
}
