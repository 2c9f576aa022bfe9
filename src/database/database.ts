// The door to the database for the floors above, one line a file.
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
export { connectWithoutTimeLimits } from './time-limits.ts'
