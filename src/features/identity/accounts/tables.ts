import { bigint, boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { ActorType } from '#core/access/permissions.ts'
import { bytes, timestamptz, publicId } from '#database/tables.ts'
import type { ProviderName } from './port.ts'

const key = (name: string) => bigint(name, { mode: 'number' })

/** Accounts. Closed ones stay for their orders, without address and name. */
export const accounts = pgTable('accounts', {
  id: key('id').primaryKey().generatedAlwaysAsIdentity(),
  publicId: publicId(),
  email: text().notNull(),
  emailVerifiedAt: timestamptz('email_verified_at'),
  passwordHash: text('password_hash'),
  type: text().$type<ActorType>().notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  companyName: text('company_name'),
  companyRegisterNumber: text('company_register_number'),
  createdAt: timestamptz('created_at').notNull(),
  closedAt: timestamptz('closed_at'),
})

/** Sign-ins, one per device; `accessHash` is the SHA-256 of the current access token. */
export const sessions = pgTable('sessions', {
  id: key('id').primaryKey().generatedAlwaysAsIdentity(),
  publicId: publicId(),
  accountId: key('account_id').notNull(),
  accessHash: bytes('access_hash').notNull().unique(),
  accessExpiresAt: timestamptz('access_expires_at').notNull(),
  userAgent: text('user_agent').notNull(),
  address: text().notNull(),
  createdAt: timestamptz('created_at').notNull(),
  lastSeenAt: timestamptz('last_seen_at').notNull(),
  endedAt: timestamptz('ended_at'),
  /** The absolute end, which refreshes do not extend. */
  endsAt: timestamptz('ends_at').notNull(),
  /** Whether only the first factor was given, so that no call can be made. */
  isSecondFactorDue: boolean('is_second_factor_due').notNull().default(false),
  /** When the second factor was given in this session. */
  secondFactorAt: timestamptz('second_factor_at'),
  /** Until when calls that move money need no new password. */
  confirmedUntil: timestamptz('confirmed_until'),
  generation: integer().notNull().default(1),
  rotatedAt: timestamptz('rotated_at'),
})

/** The refresh tokens of sessions, by their SHA-256; those of their session's current generation are valid. */
export const refreshTokens = pgTable('refresh_tokens', {
  hash: bytes('hash').primaryKey(),
  sessionId: key('session_id').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
  generation: integer().notNull().default(1),
})

/** The purposes of an emailed code. */
export type CodePurpose = 'verify' | 'sign_in' | 'new_email' | 'social'

/**
 * Emailed codes, one for each subject, purpose and requester (a device or network address; empty if the subject is
 * enough). `tries` are of this code, `misses` of all of its requester since the last correct one.
 */
export const accountCodes = pgTable(
  'account_codes',
  {
    subject: text().notNull(),
    purpose: text().$type<CodePurpose>().notNull(),
    requester: text().notNull().default(''),
    hash: bytes('hash').notNull(),
    newEmail: text('new_email'),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    tries: integer().notNull().default(0),
    misses: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.subject, table.purpose, table.requester] })],
)

/** Links to set a new password, by the SHA-256 of their token. An account may have several. */
export const passwordResets = pgTable('password_resets', {
  hash: bytes('hash').primaryKey(),
  accountId: key('account_id').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
})

/** Devices that have signed in to an account before, by the SHA-256 of the key that each browser generated. */
export const knownDevices = pgTable(
  'known_devices',
  {
    accountId: key('account_id').notNull(),
    deviceHash: bytes('device_hash').notNull(),
    usedAt: timestamptz('used_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.deviceHash] })],
)

/** The accounts of identities at sign-in providers, by the provider's own id. */
export const socialIdentities = pgTable(
  'social_identities',
  {
    provider: text().$type<ProviderName>().notNull(),
    subject: text().notNull(),
    accountId: key('account_id').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.subject] })],
)

/** The versions of the terms of service that accounts have accepted. */
export const termsAcceptances = pgTable(
  'terms_acceptances',
  {
    accountId: key('account_id').notNull(),
    version: text().notNull(),
    acceptedAt: timestamptz('accepted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.version] })],
)
