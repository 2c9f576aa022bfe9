import { bigint, boolean, customType, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { STORE_LIMITS } from './port.ts'
import { timestamptz, publicId } from '#database/tables.ts'

// Created by 0035_stores.sql and 0036_selections.sql, which have all constraints, and store_listings, which is only
// accessed by SQL.

const keyColumn = (name: string) => bigint(name, { mode: 'number' })
const idColumn = () => keyColumn('id').primaryKey().generatedAlwaysAsIdentity()
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Connected stores; `access` is encrypted. */
export const storeConnections = pgTable('store_connections', {
  id: idColumn(),
  publicId: publicId(),
  accountId: keyColumn('account_id').notNull(),
  platform: text({ enum: ['shopify', 'woocommerce'] }).notNull(),
  address: text().notNull(),
  name: text().notNull(),
  currency: text().notNull(),
  access: bytes().notNull(),
  problem: text(),
  /** The rights that the store does not grant us, though it is connected. */
  limits: text({ enum: STORE_LIMITS }).array().notNull().default([]),
  isPractice: boolean('is_practice').notNull().default(false),
  whenRemoved: text('when_removed', { enum: ['sold_out', 'unpublish'] })
    .notNull()
    .default('sold_out'),
  previousAccess: bytes('previous_access'),
  keysChangedAt: timestamptz('keys_changed_at'),
  checkedAt: timestamptz('checked_at').notNull(),
  createdAt: timestamptz('created_at').notNull(),
})

/** Runs between a shop and the marketplace, active and past ones. */
export const storeRuns = pgTable('store_runs', {
  id: idColumn(),
  connectionId: keyColumn('connection_id').notNull(),
  kind: text({ enum: ['push', 'pull'] }).notNull(),
  state: text({ enum: ['running', 'done', 'failed'] })
    .notNull()
    .default('running'),
  cursor: text(),
  misses: integer().notNull().default(0),
  problem: text(),
  startedAt: timestamptz('started_at').notNull(),
  movedAt: timestamptz('moved_at').notNull(),
  leasedUntil: timestamptz('leased_until'),
  finishedAt: timestamptz('finished_at'),
})

/** Products of connected shops as they were last read; amounts in hundredths of the connection's currency. */
export const storeProducts = pgTable(
  'store_products',
  {
    connectionId: keyColumn('connection_id').notNull(),
    externalId: text('external_id').notNull(),
    runId: keyColumn('run_id').notNull(),
    place: keyColumn('place').generatedAlwaysAsIdentity(),
    name: text().notNull(),
    descriptionHtml: text('description_html').notNull(),
    sku: text().notNull(),
    priceAmount: keyColumn('price_amount'),
    quantity: integer(),
    pictures: text().array().notNull(),
    kind: text({ enum: ['simple', 'variable', 'external', 'grouped', 'digital', 'other'] })
      .notNull()
      .default('simple'),
    status: text({ enum: ['public', 'hidden', 'draft', 'pending', 'private', 'scheduled', 'archived'] })
      .notNull()
      .default('public'),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.externalId] })],
)

/** Vendors' selections for their own shops. A retail price in hundredths of `retailCurrency`. */
export const storeSelections = pgTable(
  'store_selections',
  {
    accountId: keyColumn('account_id').notNull(),
    productId: keyColumn('product_id').notNull(),
    place: keyColumn('place').generatedAlwaysAsIdentity(),
    retailAmount: keyColumn('retail_amount'),
    retailCurrency: text('retail_currency'),
    quantity: integer(),
    isPriceLocked: boolean('is_price_locked').notNull().default(false),
    addedAt: timestamptz('added_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.productId] })],
)
