import { bigint, boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** The outbox: every email to send, once per `key`. */
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
  /** Whether it grants access to an account, so that only its recipient may read it. */
  isSecret: boolean('is_secret').notNull().default(false),
  createdAt: moment('created_at').notNull(),
  sentAt: moment('sent_at'),
})
