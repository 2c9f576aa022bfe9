import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Who wants the newsletter; addresses in lower case, each once. */
export const newsletterSubscribers = pgTable('newsletter_subscribers', {
  email: text().primaryKey(),
  subscribedAt: timestamp('subscribed_at', { withTimezone: true }).notNull(),
})
