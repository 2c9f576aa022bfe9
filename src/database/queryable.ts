import { getTableColumns, type SQL, type Table } from 'drizzle-orm'
import { type NodePgDatabase, drizzle } from 'drizzle-orm/node-postgres'
import type { Client, Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import { typeParsers } from './type-parsers.ts'

type DrizzleQueries = Omit<NodePgDatabase, 'transaction'>

/** Drizzle over the pool: each statement commits by itself. For several in one transaction use `inTransaction`. */
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

/** A fixed statement whose plan PostgreSQL can cache; the name identifies the text on each connection. */
export type PreparedStatement = Readonly<{ name: string; text: string }>

/** Observes and runs a statement; `statement` is its name where it has one. */
export type StatementObserver = <Result>(statement: string, run: () => Promise<Result>) => Promise<Result>

let observer: StatementObserver | undefined

/** Sets the observer of all statements of this process, for traces; undefined removes it. */
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

/** Returns the pool whose sessions persist: the same pool, unless connections go through a pooler. */
export function getDirectPool(db: Database): Pool {
  return db.$direct ?? db.$client
}

/**
 * Returns the database with commits that do not wait for the disk. A power failure loses the last half second of
 * them, so it is for statements that are repeated anyway, never for orders or money. A transaction is returned
 * unchanged, as it waits or not as a whole.
 */
export function withAsyncCommit<DatabaseClient extends Queryable>(
  db: DatabaseClient,
): DatabaseClient | Database {
  return ('$relaxed' in db && db.$relaxed) || db
}

/** Returns Drizzle over one connection; `client` must refuse statements after the end of the transaction. */
export function createTransactionClient(
  connection: Client | PoolClient,
  client: TransactionClient,
): Transaction {
  return Object.assign(drizzle(withTypeParsers(client.query, connection)), { $client: client })
}

/**
 * Runs a statement written with Drizzle's `sql` and returns its rows. Columns have their names in SQL: `bigint` as
 * number, `timestamptz` as Date (see `typeParsers`). `Row` is not checked: write it beside the select list, and test
 * the query.
 */
export async function queryRows<Row extends object>(db: Queryable, query: SQL): Promise<Row[]> {
  const { rows: resultRows } = await db.execute(query)
  // An unchecked cast: Drizzle returns untyped columns, and the caller declares their types.
  return resultRows as unknown as Row[]
}

/**
 * Runs a named prepared statement and returns its rows; it halves PostgreSQL's work for frequent, fixed statements.
 * Not for filters, whose plan depends on the values. Types as in `queryRows`; works in a transaction, too.
 */
export async function queryPrepared<Row extends object>(
  db: Queryable,
  statement: PreparedStatement,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client: Pick<TransactionClient, 'query'> = db.$client
  const config = { ...statement, values: [...values], types: typeParsers }
  const { rows: resultRows } = await runObserved(statement.name, () => client.query(config))
  // The same unchecked cast as in `queryRows`.
  return resultRows as unknown as Row[]
}

/** The length that identifies an unnamed statement in traces; it never contains values. */
const STATEMENT_LENGTH = 80

// Drizzle passes its own parsers with every statement, which would bypass those of the pool: bigint and timestamptz
// would be text. Drizzle calls only `query`, as transactions are our own.
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
 * statement, `overrides` has SQL for columns that are read differently.
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
