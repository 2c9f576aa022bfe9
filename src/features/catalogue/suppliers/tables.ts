import { bigint, boolean, char, integer, pgTable, real, smallint, text, timestamp } from 'drizzle-orm/pg-core'

const idColumn = () => bigint({ mode: 'number' })
const moment = (name: string) => timestamp(name, { withTimezone: true }).notNull().defaultNow()

/**
 * Suppliers' stores. `publicId` is the only id outside the server; `ownerId` is the account of the supplier, if one has
 * signed up. `name` is a placeholder until `isNamed`, which is required for verification. A suspended store is not
 * verified until the suspension is lifted. The columns `stated…` are the supplier's own statements.
 */
export const suppliers = pgTable('suppliers', {
  id: idColumn().primaryKey().generatedAlwaysAsIdentity(),
  publicId: text('public_id').notNull().unique(),
  slug: text().notNull().unique(),
  name: text().notNull(),
  isNamed: boolean('is_named').notNull().default(true),
  ownerId: bigint('owner_id', { mode: 'number' }).unique(),
  isVerified: boolean('is_verified').notNull().default(false),
  suspendedAt: timestamp('suspended_at', { withTimezone: true }),
  suspensionReason: text('suspension_reason'),
  country: char({ length: 2 }).notNull(),
  city: text(),
  description: text(),
  contactEmail: text('contact_email'),
  yearsOfExperience: smallint('years_of_experience'),
  mainCategories: text('main_categories').array().notNull().default([]),
  statedStoreRating: real('stated_store_rating'),
  statedOnTimePercent: real('stated_on_time_percent'),
  statedResponseTime: text('stated_response_time'),
  statedOnlineRevenue: text('stated_online_revenue'),
  statedMainMarket: text('stated_main_market'),
  statedPartners: integer('stated_partners'),
  logoKey: text('logo_key'),
  logoTint: text('logo_tint'),
  createdAt: moment('created_at'),
  updatedAt: moment('updated_at'),
})

/**
 * The warehouses that a supplier ships from. Products are in one that is not archived; orders keep its name of that
 * time.
 */
export const warehouses = pgTable('warehouses', {
  id: idColumn().primaryKey().generatedAlwaysAsIdentity(),
  supplierId: bigint('supplier_id', { mode: 'number' })
    .notNull()
    .references(() => suppliers.id),
  name: text().notNull(),
  country: char({ length: 2 }).notNull(),
  archivedAt: timestamp('archived_at', { withTimezone: true }),
})
