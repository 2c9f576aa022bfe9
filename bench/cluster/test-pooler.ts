import { Client } from 'pg'
import { findFreePort } from '#database/embedded/embedded-server.ts'
import { startPooler } from './balancers.ts'
import { makeDataFolder } from './program.ts'

/** A PgBouncer before the server of the tests. `end` throws when the shops left anything in its sessions. */
export type TestPooler = Readonly<{ port: number; end(): Promise<void> }>

/** The connections to each database: so few that every shop shares sessions among its requests. */
const POOL_SIZE = 4

/** Settings that PgBouncer sets itself for each client. */
const CLIENT_SETTINGS = [
  'application_name',
  'client_encoding',
  'DateStyle',
  'TimeZone',
  'standard_conforming_strings',
]

/** Starts PgBouncer in transaction mode before the server with the database at `url`, for all of its databases. */
export async function startTestPooler(root: string, url: string): Promise<TestPooler> {
  const { port: databasePort, username, password } = new URL(url)
  const port = Number(await findFreePort())
  await makeDataFolder(root)
  const role = { role: decodeURIComponent(username), password: decodeURIComponent(password) }
  const pooler = await startPooler(root, {
    port,
    databasePort: Number(databasePort),
    poolSize: POOL_SIZE,
    ...role,
  })
  return {
    port,
    end: async () => {
      try {
        const { figures, errors } = await findSessionState(url, port)
        console.error(figures)
        if (errors.length > 0) throw new Error(`left in sessions of the pooler:\n${errors.join('\n')}`)
      } finally {
        await pooler.stop()
      }
    },
  }
}

const SESSIONS = `
  select datname as database, count(*)::int as sessions from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid() group by datname order by datname`

const LOCKS = `select database::text || ' ' || classid || ' ' || objid as lock from pg_locks where locktype = 'advisory'`

// Settings of extensions appear in a session with the first use of the extension.
const STATE = `
  select json_object_agg(name, setting) as settings,
    (select json_agg(oid::regclass::text) from pg_class where relpersistence = 't') as tables
  from pg_settings where name <> all($1) and (name not like '%.%' or setting is distinct from reset_val)`

type State = Readonly<{ settings: Readonly<Record<string, string>>; tables: readonly string[] | null }>

/** Compares every session of the pooler with a new one of the server, once no shop runs any more. */
async function findSessionState(url: string, port: number) {
  const toUrl = (database: string, own: Readonly<{ port?: string }>) =>
    Object.assign(new URL(url), { ...own, pathname: `/${database}` }).href
  const { rows: databases } = await ask<{ database: string; sessions: number }>(url, SESSIONS)
  const { rows: locks } = await ask<{ lock: string }>(url, LOCKS)
  const errors = locks.map(({ lock }) => `an advisory lock: ${lock}`)
  for (const { database } of databases) {
    const { rows } = await ask<State>(toUrl(database, {}), STATE, [CLIENT_SETTINGS])
    for (const { settings, tables } of await readPooledStates(toUrl(database, { port: String(port) }))) {
      errors.push(...(tables ?? []).map((table) => `${database}: the temporary table ${table}`))
      for (const [name, value] of Object.entries(settings))
        if (rows[0]?.settings[name] !== value)
          errors.push(`${database}: ${name} is ${value}, not ${rows[0]?.settings[name]}`)
    }
  }
  const sessions = databases.reduce((sum, one) => sum + one.sessions, 0)
  return { figures: `${sessions} sessions of ${databases.length} databases compared`, errors }
}

/** Returns the state of all sessions of a pool: transactions at the same time have one each. */
async function readPooledStates(url: string): Promise<State[]> {
  const clients = Array.from({ length: POOL_SIZE }, () => new Client({ connectionString: url }))
  const states: State[] = []
  try {
    for (const client of clients) {
      await client.connect()
      await client.query('begin')
      states.push(...(await client.query<State>(STATE, [CLIENT_SETTINGS])).rows)
    }
  } finally {
    for (const client of clients) await client.end()
  }
  return states
}

async function ask<Row extends object>(url: string, text: string, values: readonly unknown[] = []) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query<Row>(text, [...values])
  } finally {
    await client.end()
  }
}
