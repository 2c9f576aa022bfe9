import { bigint, date, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { publicId, timestamptz } from '#database/tables.ts'
import type { NewsletterProduct } from './port.ts'
import type { EntryKind, MessageState, SubscriberState } from './rules.ts'

/** Subscribers of the newsletter, confirmed or not; addresses in lower case, each once. */
export const newsletterSubscribers = pgTable('newsletter_subscribers', {
  email: text().primaryKey(),
  subscribedAt: timestamptz('subscribed_at').notNull(),
  id: bigint({ mode: 'number' }).notNull().unique().generatedAlwaysAsIdentity(),
  token: text().notNull().unique(),
  state: text().$type<SubscriberState>().notNull().default('pending'),
  invitations: integer().notNull().default(0),
  invitedAt: timestamptz('invited_at'),
  confirmedAt: timestamptz('confirmed_at'),
  unsubscribedAt: timestamptz('unsubscribed_at'),
  lastIssue: date('last_issue'),
})

/** Issues of the newsletter, by the first day of the month whose products they show. */
export const newsletterIssues = pgTable('newsletter_issues', {
  month: date().primaryKey(),
  products: jsonb().$type<readonly NewsletterProduct[]>().notNull(),
  createdAt: timestamptz('created_at').notNull(),
})

/** Messages of the contact form; `supplierId` is the store it is about. */
export const contactMessages = pgTable('contact_messages', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  publicId: publicId(),
  supplierId: bigint('supplier_id', { mode: 'number' }),
  name: text().notNull(),
  email: text().notNull(),
  message: text().notNull(),
  createdAt: timestamptz('created_at').notNull(),
  state: text().$type<MessageState>().notNull().default('open'),
  assigneeId: bigint('assignee_id', { mode: 'number' }),
  /** When the first answer was written. */
  answeredAt: timestamptz('answered_at'),
  /** The number of the last entry. */
  lastEntry: integer('last_entry').notNull().default(0),
})

/** Operators' entries about a message. `text` of a state is its name. */
export const contactEntries = pgTable('contact_entries', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  messageId: bigint('message_id', { mode: 'number' }).notNull(),
  number: integer().notNull(),
  accountId: bigint('account_id', { mode: 'number' }).notNull(),
  kind: text().$type<EntryKind>().notNull(),
  text: text().notNull().default(''),
  assigneeId: bigint('assignee_id', { mode: 'number' }),
  clientId: text('client_id'),
  createdAt: timestamptz('created_at').notNull(),
})
