import { bigint, customType, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, publicId } from '#database/tables.ts'
import type { ActorType } from '#platform/http/actor.ts'

const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value),
})

const key = (name: string) => bigint(name, { mode: 'number' })

/** People with an account. Closed ones stay for the sake of their orders, under no address and no name. */
export const people = pgTable('people', {
  id: key('id').primaryKey().generatedAlwaysAsIdentity(),
  publicId: publicId(),
  email: text().notNull(),
  emailVerifiedAt: moment('email_verified_at'),
  passwordHash: text('password_hash'),
  type: text().$type<ActorType>().notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  companyName: text('company_name'),
  companyRegisterNumber: text('company_register_number'),
  createdAt: moment('created_at').notNull(),
  closedAt: moment('closed_at'),
})

/** Sign-ins, one a device; `accessHash` is the SHA-256 of the access token that is good now. */
export const sessions = pgTable('sessions', {
  id: key('id').primaryKey().generatedAlwaysAsIdentity(),
  publicId: publicId(),
  personId: key('person_id').notNull(),
  accessHash: bytes('access_hash').notNull().unique(),
  accessExpiresAt: moment('access_expires_at').notNull(),
  userAgent: text('user_agent').notNull(),
  address: text().notNull(),
  createdAt: moment('created_at').notNull(),
  lastSeenAt: moment('last_seen_at').notNull(),
  endedAt: moment('ended_at'),
})

/** The refresh tokens of sessions, by their SHA-256; each is good once. */
export const refreshTokens = pgTable('refresh_tokens', {
  hash: bytes('hash').primaryKey(),
  sessionId: key('session_id').notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
})
