import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { MemberRole, Role } from '#core/access/permissions.ts'
import { bytes, publicId, timestamptz } from '#database/tables.ts'

const key = (name: string) => bigint(name, { mode: 'number' })

/**
 * The members of a business, identified by its original account. That account owns it, without a row here, unless a
 * member does.
 */
export const teamMembers = pgTable(
  'team_members',
  {
    businessId: key('business_id').notNull(),
    accountId: key('account_id').notNull(),
    roles: text().array().$type<Role[]>().notNull(),
    joinedAt: timestamptz('joined_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.accountId] })],
)

/** Invitations to a team, by the SHA-256 of the token in their link. */
export const teamInvitations = pgTable('team_invitations', {
  id: key('id').primaryKey().generatedAlwaysAsIdentity(),
  publicId: publicId(),
  businessId: key('business_id').notNull(),
  email: text().notNull(),
  roles: text().array().$type<MemberRole[]>().notNull(),
  tokenHash: bytes('token_hash').notNull(),
  invitedBy: key('invited_by').notNull(),
  sentAt: timestamptz('sent_at').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
  outcome: text().$type<'accepted' | 'revoked'>(),
  endedAt: timestamptz('ended_at'),
})
