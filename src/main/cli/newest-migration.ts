import { sql } from 'drizzle-orm'
import { type Database, queryRows } from '#database/database.ts'

/** Returns the name of the newest migration that has run in the database. */
export async function readNewestMigration(db: Database): Promise<string> {
  const [newest] = await queryRows<{ name: string }>(
    db,
    sql`select name from schema_migrations order by name desc limit 1`,
  )
  return newest?.name ?? ''
}
