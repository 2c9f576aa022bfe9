import { getTableColumns, type SQL, type Table } from 'drizzle-orm'
import { type NodePgDatabase, drizzle } from 'drizzle-orm/node-postgres'
import type { Client, Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import { typeParsers } from './type-parsers.ts'

type DrizzleQueries = Omit<NodePgDatabase, 'transaction'>

/** Drizzle over the pool: each statement stands alone. Several in one go: `inTransaction`. */
export type Database = DrizzleQueries & {
  readonly $client: Pool
  readonly $relaxed?: Database
  readonly $direct?: Pool
}

/** Drizzle over the one connection of a transaction, usable until the transaction ends. */
export type Transaction = DrizzleQueries & { readonly $client: TransactionClient }

/** The client of a query: it may run alone or as part of a transaction. */
export type Queryable = Database | Transaction

/** The client of a transaction's connection, with its isolation level. */
export type TransactionClient = {
  readonly isolation: Isolation
  query: (config: QueryConfig, values?: unknown[]) => Promise<QueryResult>
}

/** PostgreSQL's isolation levels; `read committed` is its default and ours. */
export type Isolation = 'read committed' | 'repeatable read' | 'serializable'

/** A fixed statement whose plan PostgreSQL may keep; the name stands for the text on each connection. */
export type PreparedStatement = Readonly<{ name: string; text: string }>

/** Observes and runs a statement; `statement` is its name where it has one. */
export type StatementObserver = <Result>(statement: string, run: () => Promise<Result>) => Promise<Result>

let observer: StatementObserver | undefined

/** Has all statements of this process observed, as traces need; undefined ends it. */
export function observeStatements(observe: StatementObserver | undefined): void {
  observer = observe
}

function runObserved<Result>(statement: string, run: () => Promise<Result>): Promise<Result> {
  return observer ? observer(statement, run) : run()
}

/**
 * Returns Drizzle over a pool of `openPool`. `$asyncCommit` is what `withAsyncCommit` returns for it, `$direct`
 * what `getDirectPool` does.
 */
export function createDatabaseClient(pool: Pool, $asyncCommit?: Database, $direct?: Pool): Database {
  return Object.assign(drizzle(withTypeParsers((config, values) => pool.query(config, values), pool)), {
    $client: pool,
    ...($asyncCommit ? { $relaxed: $asyncCommit } : {}),
    ...($direct ? { $direct } : {}),
  })
}

/** Returns the pool whose connections keep what a session sets: the same one, unless a pooler stands before the database. */
export function getDirectPool(db: Database): Pool {
  return db.$direct ?? db.$client
}

/**
 * Returns the database with commits that do not wait for the disk. It is for statements that may be lost: a power
 * cut takes the last half second of them. For what is done again anyway, never for orders or money. Within a
 * transaction it is that transaction, which waits or not as a whole.
 */
export function withAsyncCommit<DatabaseClient extends Queryable>(
  db: DatabaseClient,
): DatabaseClient | Database {
  return ('$relaxed' in db && db.$relaxed) || db
}

/** Returns Drizzle over one connection; `client` must refuse statements once the transaction is over. */
export function createTransactionClient(
  connection: Client | PoolClient,
  client: TransactionClient,
): Transaction {
  return Object.assign(drizzle(withTypeParsers(client.query, connection)), { $client: client })
}

/**
 * Runs a statement written with Drizzle's `sql` and returns its rows. Columns keep their names in SQL: `bigint` as
 * number, `timestamptz` as Date (see `typeParsers`). PostgreSQL decides what comes back, so `Row` is the caller's
 * word for it: write it beside the select list, and test the query.
 */
export async function queryRows<Row extends object>(db: Queryable, query: SQL): Promise<Row[]> {
  const { rows: resultRows } = await db.execute(query)
  // The proven edge: what Drizzle calls unknown columns is what the caller's select list says.
  return resultRows as unknown as Row[]
}

/**
 * Runs a named prepared statement and returns its rows: half the work for PostgreSQL on hot, fixed statements. Not
 * for filters, whose plan must follow the values. Types as with `rows`; works in a transaction too.
 */
export async function queryPrepared<Row extends object>(
  db: Queryable,
  statement: PreparedStatement,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client: Pick<TransactionClient, 'query'> = db.$client
  const config = { ...statement, values: [...values], types: typeParsers }
  const { rows: resultRows } = await runObserved(statement.name, () => client.query(config))
  // The same edge as in `rows`.
  return resultRows as unknown as Row[]
}

/** So much of an unnamed statement tells which one it is; values are never in it. */
const STATEMENT_LENGTH = 80

// Drizzle hands its own parsers with every statement, so those of the pool would never be asked: bigint
// would come as text, and timestamptz too. It looks at `query` only, as transactions are ours.
function withTypeParsers<Connection extends object>(
  query: TransactionClient['query'],
  client: Connection,
): Connection {
  const configWithTypes = {
    query: (config: QueryConfig, values?: unknown[]) =>
      runObserved(config.text.trimStart().slice(0, STATEMENT_LENGTH), () =>
        query({ ...config, types: typeParsers }, values),
      ),
  }
  return Object.assign(Object.create(client), configWithTypes)
}

/**
 * Returns the select list of a table's columns under their names in TypeScript. `as` is the table's name in the
 * statement, `overrides` has SQL for columns of which something else is to be read.
 */
export function selectColumns(
  table: Table,
  as: string,
  overrides: Readonly<Record<string, string>> = {},
): string {
  return Object.entries(getTableColumns(table))
    .map(([name, column]) => `${overrides[name] ?? `${as}.${column.name}`} as "${name}"`)
    .join(', ')
}
