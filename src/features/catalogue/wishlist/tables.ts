import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#database/tables.ts'

const key = (name: string) => bigint(name, { mode: 'number' })

/** Who ever kept something; the row is locked by whoever changes the list. `token` opens the links of its mails. */
export const wishlists = pgTable('wishlists', {
  personId: key('person_id').primaryKey(),
  token: text().notNull().unique(),
  letters: integer().notNull().default(0),
})

/** Pieces on wishlists; amounts in minor units of `currency`. What the moments mean: 0020_wishlists.sql and `rules.ts`. */
export const wishes = pgTable('wishes', {
  id: key('id').primaryKey().generatedAlwaysAsIdentity(),
  personId: key('person_id').notNull(),
  productId: key('product_id'),
  productPublicId: text('product_public_id').notNull(),
  name: text().notNull(),
  addedAt: moment('added_at').notNull(),
  addedAmount: key('added_amount').notNull(),
  currency: text().notNull(),
  wasInStock: boolean('was_in_stock').notNull(),
  toldAmount: key('told_amount'),
  dearerSince: moment('dearer_since'),
  dearerAmount: key('dearer_amount'),
  awaitsReturn: boolean('awaits_return').notNull().default(false),
  missingSince: moment('missing_since'),
  returnedAt: moment('returned_at'),
})
