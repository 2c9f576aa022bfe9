import { createHash } from 'node:crypto'
import { queryPrepared, type Queryable } from '#database/database.ts'

/** Returns a connection for pg-boss that prepares its statements: planned once per connection, in the given transaction. */
export function asPreparedStatements(tx: Queryable) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => ({
      rows: await queryPrepared(
        tx,
        { name: `jobs_${createHash('sha1').update(text).digest('hex')}`, text },
        values,
      ),
    }),
  }
}
