import { bigint, boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** The outbox: every email the shop has to send, once a `key`. */
export const emails = pgTable('emails', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  key: text().notNull(),
  recipient: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  html: text().notNull(),
  state: text().$type<'waiting' | 'sent' | 'failed'>().notNull().default('waiting'),
  failure: text(),
  replyTo: text('reply_to'),
  unsubscribeUrl: text('unsubscribe_url'),
  /** Opens an account: only its addressee is to read it. */
  isSecret: boolean('is_secret').notNull().default(false),
  createdAt: moment('created_at').notNull(),
  sentAt: moment('sent_at'),
})
