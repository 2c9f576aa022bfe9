import { and, eq, lt, ne } from 'drizzle-orm'
import type { Queryable, Transaction } from '#database/database.ts'
import type { ProviderName } from '../port.ts'
import { accounts, socialIdentities } from '../tables.ts'

/** An account as a provider identifies it. */
export type IdentityKey = Readonly<{ provider: ProviderName; subject: string }>

/** Returns the account of an identity, and whether it is closed. */
export async function findIdentity(
  db: Queryable,
  { provider, subject }: IdentityKey,
): Promise<{ accountId: number; isClosed: boolean } | undefined> {
  const [found] = await db
    .select({ accountId: accounts.id, closedAt: accounts.closedAt })
    .from(socialIdentities)
    .innerJoin(accounts, eq(accounts.id, socialIdentities.accountId))
    .where(and(eq(socialIdentities.provider, provider), eq(socialIdentities.subject, subject)))
  return found && { accountId: found.accountId, isClosed: found.closedAt !== null }
}

/** Returns whether an account has another id of the same provider. */
export async function hasOtherIdentity(
  db: Queryable,
  accountId: number,
  { provider, subject }: IdentityKey,
): Promise<boolean> {
  const { provider: providers, subject: subjects, accountId: accountIds } = socialIdentities
  const found = await db
    .select({ subjects })
    .from(socialIdentities)
    .where(and(eq(accountIds, accountId), eq(providers, provider), ne(subjects, subject)))
    .limit(1)
  return found.length > 0
}

/** Stores the account of an identity; returns false if it has one already. */
export async function insertIdentity(
  tx: Transaction,
  identity: typeof socialIdentities.$inferInsert,
): Promise<boolean> {
  const stored = await tx
    .insert(socialIdentities)
    .values(identity)
    .onConflictDoNothing()
    .returning({ accountId: socialIdentities.accountId })
  return stored.length > 0
}

/** Returns the sign-in providers of an account, and since when, the oldest first. */
export async function listIdentities(
  db: Queryable,
  accountId: number,
): Promise<{ provider: ProviderName; subject: string; createdAt: Date }[]> {
  const { provider, subject, createdAt } = socialIdentities
  return db
    .select({ provider, subject, createdAt })
    .from(socialIdentities)
    .where(eq(socialIdentities.accountId, accountId))
    .orderBy(createdAt, provider)
}

/** Deletes the provider identities of an account. */
export async function deleteIdentities(tx: Transaction, accountId: number): Promise<void> {
  await tx.delete(socialIdentities).where(eq(socialIdentities.accountId, accountId))
}

/** Deletes an identity that was connected before then; returns its account, if there was one. */
export async function deleteIdentity(
  tx: Transaction,
  { provider, subject }: IdentityKey,
  before: Date,
): Promise<number | undefined> {
  const { provider: providers, subject: subjects, createdAt, accountId } = socialIdentities
  const [deleted] = await tx
    .delete(socialIdentities)
    .where(and(eq(providers, provider), eq(subjects, subject), lt(createdAt, before)))
    .returning({ accountId })
  return deleted?.accountId
}
