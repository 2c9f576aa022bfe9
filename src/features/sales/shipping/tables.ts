import { bigint, boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { timestamptz, publicId } from '#database/tables.ts'

/** Quoted rates, each for one supplier's shipment, stored so that none can be forged; valid until they expire. */
export const shippingRates = pgTable('shipping_rates', {
  id: text().primaryKey(),
  supplierId: bigint('supplier_id', { mode: 'number' }),
  country: text().notNull(),
  postcode: text().notNull(),
  service: text().notNull(),
  minDays: integer('min_days').notNull(),
  estimatedDays: integer('estimated_days').notNull(),
  currency: text().notNull(),
  amount: bigint({ mode: 'number' }).notNull(),
  freeFromAmount: bigint('free_from_amount', { mode: 'number' }),
  weightGrams: integer('weight_grams').notNull(),
  contents: text(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
})

/** Returns the address columns that all tables share; fields that a country's addresses lack are empty. */
export function addressColumns() {
  return {
    country: text().notNull(),
    blockNumber: text('block_number').notNull(),
    streetAddress: text('street_address').notNull(),
    unitNumber: text('unit_number').notNull(),
    buildingName: text('building_name').notNull(),
    address2: text().notNull(),
    city: text().notNull(),
    state: text().notNull(),
    postcode: text().notNull(),
  }
}

/** Saved delivery addresses; at most one of each account's is the default. */
export const addresses = pgTable('addresses', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  publicId: publicId(),
  accountId: bigint('account_id', { mode: 'number' }).notNull(),
  label: text().notNull(),
  ...addressColumns(),
  phone: text().notNull(),
  isDefault: boolean('is_default').notNull().default(false),
  createdAt: timestamptz('created_at').notNull(),
})
