// The door to the database for the floors above, one line a file.
export type { Database, Queryable, Transaction } from './queryable.ts'
export { columnsOf, databaseOver, named, relaxed, rows } from './queryable.ts'
export { databaseWithin, inTransaction } from './transaction.ts'
export { isConnectionFailure, violatedConstraint } from './failures.ts'
