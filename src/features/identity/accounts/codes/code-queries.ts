import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { queryPrepared, queryRows, type Queryable, type Transaction } from '#database/database.ts'
import { accountCodes, type CodePurpose, passwordResets } from '../tables.ts'

/** A code's key. `requester` is the device or network address it is bound to, empty where the subject is enough. */
export type CodeKey = Readonly<{ subject: string; purpose: CodePurpose; requester?: string }>

/** A code to be stored, its hash only. */
export type NewCode = CodeKey &
  Readonly<{ hash: Uint8Array; newEmail?: string; createdAt: Date; expiresAt: Date }>

/**
 * The limits of new codes: none is created after another since `pauseBefore`, or with `misses` wrong ones since
 * `missesSince`.
 */
export type CodeLimits = Readonly<{ pauseBefore: Date; misses: number; missesSince: Date; isAlone: boolean }>

/**
 * Stores a code in place of the requester's previous one. Returns false, and stores nothing, beyond the limits. The
 * wrong codes of all requesters count, or with `isAlone` only this one's. Of two concurrent calls the database accepts
 * one.
 */
export async function upsertCode(
  tx: Queryable,
  code: NewCode,
  { pauseBefore, misses, missesSince, isAlone }: CodeLimits,
): Promise<boolean> {
  const stored = await queryRows(
    tx,
    sql`
      insert into account_codes (subject, purpose, requester, hash, new_email, created_at, expires_at)
      select ${code.subject}, ${code.purpose}, ${code.requester ?? ''}, ${Buffer.from(code.hash)}::bytea, ${code.newEmail ?? null},
        ${code.createdAt}::timestamptz, ${code.expiresAt}::timestamptz
      where ${misses} > (
        select coalesce(sum(c.misses), 0) from account_codes c
        where c.subject = ${code.subject} and c.purpose = ${code.purpose} and c.created_at > ${missesSince}
          and (not ${isAlone}::boolean or c.requester = ${code.requester ?? ''}))
      on conflict (subject, purpose, requester) do update set
        hash = excluded.hash, new_email = excluded.new_email, created_at = excluded.created_at,
        expires_at = excluded.expires_at, tries = 0
      where account_codes.created_at <= ${pauseBefore}
      returning 1 as stored`,
  )
  return stored.length > 0
}

/** Returns when the code was created, and how many wrong attempts were made in a row. */
export async function findCode(
  db: Queryable,
  { subject, purpose, requester = '' }: CodeKey,
): Promise<{ createdAt: Date; misses: number } | undefined> {
  const { createdAt, misses } = accountCodes
  const [found] = await db
    .select({ createdAt, misses })
    .from(accountCodes)
    .where(
      and(
        eq(accountCodes.subject, subject),
        eq(accountCodes.purpose, purpose),
        eq(accountCodes.requester, requester),
      ),
    )
  return found
}

/**
 * Counts an attempt and returns the hash of the code to compare; undefined without a valid code. The count is stored
 * before anything is compared, so that concurrent attempts are all counted.
 */
export async function countAttempt(
  db: Queryable,
  { subject, purpose, requester = '' }: CodeKey,
  { now, tries }: Readonly<{ now: Date; tries: number }>,
): Promise<Uint8Array | undefined> {
  const [attempted] = await queryPrepared<{ hash: Uint8Array }>(db, COUNT_ATTEMPT, [
    subject,
    purpose,
    now,
    tries,
    requester,
  ])
  return attempted?.hash
}

const COUNT_ATTEMPT = {
  name: 'accounts_count_try',
  text: `
    update account_codes set tries = tries + 1, misses = misses + 1
    where subject = $1 and purpose = $2 and requester = $5 and expires_at > $3 and tries < $4
    returning hash`,
}

/**
 * Deletes the code with this hash and returns it; undefined if it is gone. Only one of two concurrent calls gets it.
 */
export async function deleteCode(
  tx: Transaction,
  { subject, purpose, requester = '' }: CodeKey,
  hash: Uint8Array,
): Promise<{ newEmail: string | null } | undefined> {
  const [deleted] = await tx
    .delete(accountCodes)
    .where(
      and(
        eq(accountCodes.subject, subject),
        eq(accountCodes.purpose, purpose),
        eq(accountCodes.requester, requester),
        eq(accountCodes.hash, hash),
      ),
    )
    .returning({ newEmail: accountCodes.newEmail })
  return deleted
}

/** Deletes all codes of these subjects. */
export async function deleteCodes(tx: Transaction, subjects: readonly string[]): Promise<void> {
  await tx.delete(accountCodes).where(inArray(accountCodes.subject, [...subjects]))
}

/** Deletes codes from before then. */
export async function deleteOldCodes(db: Queryable, before: Date): Promise<void> {
  await db.execute(sql`delete from account_codes where created_at < ${before}`)
}

/** A link to set a new password, as stored. */
export type NewReset = typeof passwordResets.$inferInsert

/**
 * Stores a password link; the account's earlier ones stay valid. A stranger's request must not invalidate the owner's
 * link. Returns false, and stores nothing, if one was requested after `pauseBefore`. Call it under a lock on the
 * account.
 */
export async function insertReset(tx: Transaction, reset: NewReset, pauseBefore: Date): Promise<boolean> {
  const [latest] = await tx
    .select({ hash: passwordResets.hash })
    .from(passwordResets)
    .where(and(eq(passwordResets.accountId, reset.accountId), gt(passwordResets.createdAt, pauseBefore)))
    .limit(1)
  if (latest) return false
  await tx.insert(passwordResets).values(reset)
  return true
}

/** Returns the account of a valid link by the hash of its token. */
export async function findReset(db: Queryable, hash: Uint8Array, now: Date): Promise<number | undefined> {
  const [found] = await db
    .select({ accountId: passwordResets.accountId })
    .from(passwordResets)
    .where(and(eq(passwordResets.hash, hash), sql`${passwordResets.expiresAt} > ${now}`))
  return found?.accountId
}

/** Deletes the link with this token; returns false if it is gone. Only one of two concurrent calls deletes it. */
export async function consumeReset(tx: Transaction, hash: Uint8Array): Promise<boolean> {
  const deleted = await tx.delete(passwordResets).where(eq(passwordResets.hash, hash)).returning()
  return deleted.length > 0
}

/** Deletes all links of an account. */
export async function deleteResets(tx: Transaction, accountId: number): Promise<void> {
  await tx.delete(passwordResets).where(eq(passwordResets.accountId, accountId))
}

/** Deletes expired links. */
export async function deleteOldResets(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`delete from password_resets where expires_at <= ${now}`)
}
