import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#database/tables.ts'
import type { State } from './rules.ts'

/** Who was asked for the newsletter, and who wants it; addresses in lower case, each once. */
export const newsletterSubscribers = pgTable('newsletter_subscribers', {
  email: text().primaryKey(),
  subscribedAt: moment('subscribed_at').notNull(),
  id: bigint({ mode: 'number' }).notNull().unique().generatedAlwaysAsIdentity(),
  token: text().notNull().unique(),
  state: text().$type<State>().notNull().default('pending'),
  invitations: integer().notNull().default(0),
  invitedAt: moment('invited_at'),
  confirmedAt: moment('confirmed_at'),
  unsubscribedAt: moment('unsubscribed_at'),
})

/** What people wrote by the contact form; `supplierId` is the store it is about. */
export const contactMessages = pgTable('contact_messages', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  supplierId: bigint('supplier_id', { mode: 'number' }),
  name: text().notNull(),
  email: text().notNull(),
  message: text().notNull(),
  createdAt: moment('created_at').notNull(),
})
