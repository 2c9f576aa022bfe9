import { bigint, date, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '#database/tables.ts'
import type { NewsletterProduct } from './port.ts'
import type { SubscriberState } from './rules.ts'

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
  supplierId: bigint('supplier_id', { mode: 'number' }),
  name: text().notNull(),
  email: text().notNull(),
  message: text().notNull(),
  createdAt: timestamptz('created_at').notNull(),
})
