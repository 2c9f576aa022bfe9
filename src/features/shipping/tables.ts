import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Rates that were quoted, kept so that nobody can invent one; each is honoured until it expires. */
export const shippingRates = pgTable('shipping_rates', {
  id: text().primaryKey(),
  country: text().notNull(),
  postcode: text().notNull(),
  service: text().notNull(),
  estimatedDays: integer('estimated_days').notNull(),
  currency: text().notNull(),
  amount: bigint({ mode: 'number' }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
})
