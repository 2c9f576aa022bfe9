import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { rows, type Queryable } from '#database/database.ts'

/** A secret of this installation, made when it is first asked for and the same for all its processes ever after. */
export async function installationSecret(db: Queryable, name: string): Promise<string> {
  const made = randomBytes(32).toString('hex')
  await db.execute(sql`insert into secrets (name, value) values (${name}, ${made}) on conflict do nothing`)
  const [kept] = await rows<{ value: string }>(db, sql`select value from secrets where name = ${name}`)
  return kept?.value ?? made
}
