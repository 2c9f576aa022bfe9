import { and, eq, inArray, sql } from 'drizzle-orm'
import { named, rows, type Queryable, type Transaction } from '#database/database.ts'
import { accountCodes, type CodePurpose, passwordResets } from './tables.ts'

/** Which code it is about. */
export type CodeKey = Readonly<{ subject: string; purpose: CodePurpose }>

/** A code to be kept, its hash only. */
export type NewCode = CodeKey &
  Readonly<{ hash: Uint8Array; newEmail?: string; createdAt: Date; expiresAt: Date }>

/**
 * Keeps a code in the place of the one before; false when that came after `pauseBefore`, or was the last of `misses` wrong ones
 * in a row. Of two at once the database takes one.
 */
export async function upsertCode(
  tx: Queryable,
  code: NewCode,
  { pauseBefore, misses }: Readonly<{ pauseBefore: Date; misses: number }>,
): Promise<boolean> {
  const kept = await rows(
    tx,
    sql`
      insert into account_codes (subject, purpose, hash, new_email, created_at, expires_at)
      values (${code.subject}, ${code.purpose}, ${Buffer.from(code.hash)}, ${code.newEmail ?? null}, ${code.createdAt}, ${code.expiresAt})
      on conflict (subject, purpose) do update set
        hash = excluded.hash, new_email = excluded.new_email, created_at = excluded.created_at,
        expires_at = excluded.expires_at, tries = 0
      where account_codes.created_at <= ${pauseBefore} and account_codes.misses < ${misses}
      returning 1 as kept`,
  )
  return kept.length > 0
}

/** When the code was made, and how many were wrong in a row. */
export async function findCode(
  db: Queryable,
  { subject, purpose }: CodeKey,
): Promise<{ createdAt: Date; misses: number } | undefined> {
  const { createdAt, misses } = accountCodes
  const [found] = await db
    .select({ createdAt, misses })
    .from(accountCodes)
    .where(and(eq(accountCodes.subject, subject), eq(accountCodes.purpose, purpose)))
  return found
}

/**
 * Counts a try and gives the hash of the code that is tried; undefined when there is none that may be tried. The count
 * is what tells those apart who try at once: it is kept before anything is compared.
 */
export async function countTry(
  db: Queryable,
  { subject, purpose }: CodeKey,
  { now, tries }: Readonly<{ now: Date; tries: number }>,
): Promise<Uint8Array | undefined> {
  const [tried] = await named<{ hash: Uint8Array }>(db, COUNT_TRY, [subject, purpose, now, tries])
  return tried?.hash
}

const COUNT_TRY = {
  name: 'accounts_count_try',
  text: `
    update account_codes set tries = tries + 1, misses = misses + 1
    where subject = $1 and purpose = $2 and expires_at > $3 and tries < $4
    returning hash`,
}

/** Takes the code with this hash away: it was right. Undefined when it is not there any more; of two at once one gets it. */
export async function takeCode(
  tx: Transaction,
  { subject, purpose }: CodeKey,
  hash: Uint8Array,
): Promise<{ newEmail: string | null } | undefined> {
  const [taken] = await tx
    .delete(accountCodes)
    .where(
      and(eq(accountCodes.subject, subject), eq(accountCodes.purpose, purpose), eq(accountCodes.hash, hash)),
    )
    .returning({ newEmail: accountCodes.newEmail })
  return taken
}

/** Takes away all codes of these subjects. */
export async function deleteCodes(tx: Transaction, subjects: readonly string[]): Promise<void> {
  await tx.delete(accountCodes).where(inArray(accountCodes.subject, [...subjects]))
}

/** Takes away codes of before then. */
export async function deleteOldCodes(db: Queryable, before: Date): Promise<void> {
  await db.execute(sql`delete from account_codes where created_at < ${before}`)
}

/** A link to set a new password, as kept. */
export type NewReset = typeof passwordResets.$inferInsert

/** Keeps a link in the place of the one before; false when that came after `pauseBefore`. */
export async function upsertReset(tx: Transaction, reset: NewReset, pauseBefore: Date): Promise<boolean> {
  const { hash, createdAt, expiresAt } = reset
  const kept = await tx
    .insert(passwordResets)
    .values(reset)
    .onConflictDoUpdate({
      target: passwordResets.personId,
      set: { hash, createdAt, expiresAt },
      setWhere: sql`${passwordResets.createdAt} <= ${pauseBefore}`,
    })
    .returning({ personId: passwordResets.personId })
  return kept.length > 0
}

/** Whose link has a token of this hash, while it is good. */
export async function findReset(db: Queryable, hash: Uint8Array, now: Date): Promise<number | undefined> {
  const [found] = await db
    .select({ personId: passwordResets.personId })
    .from(passwordResets)
    .where(and(eq(passwordResets.hash, hash), sql`${passwordResets.expiresAt} > ${now}`))
  return found?.personId
}

/** Takes the link with this token away; false when it is not there any more. Of two at once one gets it. */
export async function takeReset(tx: Transaction, hash: Uint8Array): Promise<boolean> {
  const taken = await tx.delete(passwordResets).where(eq(passwordResets.hash, hash)).returning()
  return taken.length > 0
}

/** Takes a person's link away, if there is one. */
export async function deleteReset(tx: Transaction, personId: number): Promise<void> {
  await tx.delete(passwordResets).where(eq(passwordResets.personId, personId))
}

/** Takes away links that are over. */
export async function deleteOldResets(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`delete from password_resets where expires_at <= ${now}`)
}
