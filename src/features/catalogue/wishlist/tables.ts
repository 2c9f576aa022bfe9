import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '#database/tables.ts'

const keyColumn = (name: string) => bigint(name, { mode: 'number' })

/** The wishlists of accounts; every change locks the row. `token` opens the links in its emails. */
export const wishlists = pgTable('wishlists', {
  accountId: keyColumn('account_id').primaryKey(),
  token: text().notNull().unique(),
  emailCount: integer('email_count').notNull().default(0),
})

/**
 * Products on wishlists; amounts in minor units of `currency`. For the meaning of the moments see 0020_wishlists.sql
 * and `rules.ts`.
 */
export const wishlistItems = pgTable('wishlist_items', {
  id: keyColumn('id').primaryKey().generatedAlwaysAsIdentity(),
  accountId: keyColumn('account_id').notNull(),
  productId: keyColumn('product_id'),
  productPublicId: text('product_public_id').notNull(),
  name: text().notNull(),
  addedAt: timestamptz('added_at').notNull(),
  addedAmount: keyColumn('added_amount').notNull(),
  currency: text().notNull(),
  wasInStock: boolean('was_in_stock').notNull(),
  alertAmount: keyColumn('alert_amount'),
  raisedSince: timestamptz('raised_since'),
  raisedAmount: keyColumn('raised_amount'),
  stockAlert: boolean('stock_alert').notNull().default(false),
  missingSince: timestamptz('missing_since'),
  returnedAt: timestamptz('returned_at'),
})
