// The exports of the database for the other layers, one line per file.
export type { Database, Queryable, Transaction } from './queryable.ts'
export {
  selectColumns,
  createDatabaseClient,
  getDirectPool,
  observeStatements,
  queryPrepared,
  withAsyncCommit,
  queryRows,
} from './queryable.ts'
export { asDatabase, inTransaction } from './transaction.ts'
export { isConnectionFailure, violatedConstraint } from './failures.ts'
export { connectWithoutTimeLimits } from './connections/time-limits.ts'
