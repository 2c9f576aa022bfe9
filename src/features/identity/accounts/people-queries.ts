import { and, eq, gte, isNull, sql } from 'drizzle-orm'
import { columnsOf, named, type Queryable, type Transaction } from '#database/database.ts'
import { people } from './tables.ts'

/** A person as kept. */
export type Person = typeof people.$inferSelect

/** Somebody who signs up, or is made by an operator. */
export type NewPerson = Omit<typeof people.$inferInsert, 'id' | 'closedAt'>

/** Who has this address (as `plainEmail` gives it), verified or not. */
export async function findPersonByEmail(db: Queryable, email: string): Promise<Person | undefined> {
  const [found] = await named<Person>(db, BY_EMAIL, [email])
  return found
}

const BY_EMAIL = {
  name: 'accounts_by_email',
  text: `select ${columnsOf(people, 'p')} from people p where lower(p.email) = $1 and p.closed_at is null`,
}

/** The person of this public id, whose account is open. */
export async function findPersonByPublicId(db: Queryable, publicId: string): Promise<Person | undefined> {
  const [found] = await db
    .select()
    .from(people)
    .where(and(eq(people.publicId, publicId), isNull(people.closedAt)))
  return found
}

/** The person of this key, whose account is open. */
export async function findPerson(db: Queryable, id: number): Promise<Person | undefined> {
  const [found] = await db
    .select()
    .from(people)
    .where(and(eq(people.id, id), isNull(people.closedAt)))
  return found
}

/** The same, and nobody changes it before the transaction is over. */
export async function lockPerson(tx: Transaction, id: number): Promise<Person | undefined> {
  const [found] = await tx
    .select()
    .from(people)
    .where(and(eq(people.id, id), isNull(people.closedAt)))
    .for('update')
  return found
}

/** Keeps a new person; gives the key, or undefined when the address has an account. */
export async function insertPerson(tx: Queryable, person: NewPerson): Promise<number | undefined> {
  const [kept] = await tx.insert(people).values(person).onConflictDoNothing().returning({ id: people.id })
  return kept?.id
}

/** Puts a person in the place of the sign-up that has the address and was never verified; gives the key, if there is one. */
export async function replaceUnverified(tx: Queryable, person: NewPerson): Promise<number | undefined> {
  const [kept] = await tx
    .update(people)
    .set(person)
    .where(
      and(
        eq(sql`lower(${people.email})`, person.email),
        isNull(people.emailVerifiedAt),
        isNull(people.closedAt),
      ),
    )
    .returning({ id: people.id })
  return kept?.id
}

/** Changes a person. */
export async function updatePerson(
  db: Queryable,
  id: number,
  change: Partial<NewPerson & Pick<Person, 'closedAt'>>,
): Promise<void> {
  await db.update(people).set(change).where(eq(people.id, id))
}

/** Makes a better hash of a password that has not been changed meanwhile. */
export async function replaceHash(
  db: Queryable,
  id: number,
  [before, after]: readonly [string, string],
): Promise<void> {
  await db
    .update(people)
    .set({ passwordHash: after })
    .where(and(eq(people.id, id), eq(people.passwordHash, before)))
}

/** Forgets the sign-up of this address that was never verified, if there is one. */
export async function deleteUnverifiedOf(tx: Transaction, email: string): Promise<void> {
  await tx
    .delete(people)
    .where(
      and(eq(sql`lower(${people.email})`, email), isNull(people.emailVerifiedAt), isNull(people.closedAt)),
    )
}

/** Forgets sign-ups of before then that were never verified. */
export async function deleteUnverified(db: Queryable, before: Date): Promise<void> {
  await db.execute(
    sql`delete from people where email_verified_at is null and closed_at is null and created_at < ${before}`,
  )
}

/** The keys of those who have closed their accounts since then. */
export async function listClosedSince(db: Queryable, since: Date): Promise<number[]> {
  const found = await db.select({ id: people.id }).from(people).where(gte(people.closedAt, since))
  return found.map(({ id }) => id)
}
