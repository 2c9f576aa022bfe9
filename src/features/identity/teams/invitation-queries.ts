import { and, eq, isNull } from 'drizzle-orm'
import type { MemberRole } from '#core/access/permissions.ts'
import { queryPrepared, type Queryable, type Transaction } from '#database/database.ts'
import { teamInvitations } from './tables.ts'

/** An invitation as stored. */
export type InvitationRow = typeof teamInvitations.$inferSelect

/** An invitation to store. */
export type NewInvitation = Readonly<{
  publicId: string
  businessId: number
  email: string
  roles: readonly MemberRole[]
  tokenHash: Uint8Array
  invitedBy: number
  sentAt: Date
  expiresAt: Date
}>

/** Returns the invitations of a business that were neither accepted nor revoked, the latest first. */
export async function listInvitations(db: Queryable, businessId: number): Promise<InvitationRow[]> {
  const found = await db
    .select()
    .from(teamInvitations)
    .where(and(eq(teamInvitations.businessId, businessId), isNull(teamInvitations.outcome)))
  return found.toSorted((a, b) => b.id - a.id)
}

/** Stores an invitation; returns whether the address had no open one. */
export async function insertInvitation(tx: Transaction, invitation: NewInvitation): Promise<boolean> {
  const stored = await tx
    .insert(teamInvitations)
    .values({ ...invitation, roles: [...invitation.roles] })
    .onConflictDoNothing()
    .returning({ id: teamInvitations.id })
  return stored.length > 0
}

/** Returns an open invitation of a business by its public id, locked until the transaction ends. */
export async function lockOpenInvitation(
  tx: Transaction,
  { businessId, publicId }: Readonly<{ businessId: number; publicId: string }>,
): Promise<InvitationRow | undefined> {
  const [found] = await tx
    .select()
    .from(teamInvitations)
    .where(
      and(
        eq(teamInvitations.businessId, businessId),
        eq(teamInvitations.publicId, publicId),
        isNull(teamInvitations.outcome),
      ),
    )
    .for('update')
  return found
}

/** Returns the invitation of a token, in any state. */
export async function findInvitation(
  db: Queryable,
  tokenHash: Uint8Array,
): Promise<InvitationRow | undefined> {
  const [found] = await db.select().from(teamInvitations).where(eq(teamInvitations.tokenHash, tokenHash))
  return found
}

/** Returns an invitation like `findInvitation`, locked until the transaction ends. */
export async function lockInvitation(
  tx: Transaction,
  tokenHash: Uint8Array,
): Promise<InvitationRow | undefined> {
  const [found] = await tx
    .select()
    .from(teamInvitations)
    .where(eq(teamInvitations.tokenHash, tokenHash))
    .for('update')
  return found
}

/** Changes an invitation. */
export async function updateInvitation(
  tx: Transaction,
  id: number,
  change: Partial<Pick<InvitationRow, 'tokenHash' | 'sentAt' | 'expiresAt' | 'outcome' | 'endedAt'>>,
): Promise<void> {
  await tx.update(teamInvitations).set(change).where(eq(teamInvitations.id, id))
}

/** Deletes the invitations that ended or expired before a moment. */
export async function deleteOldInvitations(db: Queryable, before: Date): Promise<void> {
  await queryPrepared(db, DELETE_OLD, [before])
}

const DELETE_OLD = {
  name: 'teams_delete_old_invitations',
  text: 'delete from team_invitations where expires_at < $1 and coalesce(ended_at, expires_at) < $1',
}
