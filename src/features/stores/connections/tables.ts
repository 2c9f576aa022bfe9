import { bigint, customType, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment, publicId } from '#database/tables.ts'

// As 0035_stores.sql and 0036_selections.sql make them; what is unique or checked stands only there, and so does
// store_listings, which is only written and read in sets.

const key = (name: string) => bigint(name, { mode: 'number' })
const ownKey = () => key('id').primaryKey().generatedAlwaysAsIdentity()
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Shops that people have elsewhere; `access` is encrypted. */
export const storeConnections = pgTable('store_connections', {
  id: ownKey(),
  publicId: publicId(),
  personId: key('person_id').notNull(),
  platform: text({ enum: ['shopify', 'woocommerce'] }).notNull(),
  address: text().notNull(),
  name: text().notNull(),
  currency: text().notNull(),
  access: bytes().notNull(),
  problem: text(),
  checkedAt: moment('checked_at').notNull(),
  createdAt: moment('created_at').notNull(),
})

/** What goes on between a shop and the marketplace, and what went on. */
export const storeRuns = pgTable('store_runs', {
  id: ownKey(),
  connectionId: key('connection_id').notNull(),
  kind: text({ enum: ['push', 'pull'] }).notNull(),
  state: text({ enum: ['running', 'done', 'failed'] })
    .notNull()
    .default('running'),
  cursor: text(),
  misses: integer().notNull().default(0),
  problem: text(),
  startedAt: moment('started_at').notNull(),
  movedAt: moment('moved_at').notNull(),
  leasedUntil: moment('leased_until'),
  finishedAt: moment('finished_at'),
})

/** Products of connected shops as they were last read; amounts in hundredths of the connection's currency. */
export const storeProducts = pgTable(
  'store_products',
  {
    connectionId: key('connection_id').notNull(),
    externalId: text('external_id').notNull(),
    runId: key('run_id').notNull(),
    place: key('place').generatedAlwaysAsIdentity(),
    name: text().notNull(),
    descriptionHtml: text('description_html').notNull(),
    sku: text().notNull(),
    priceAmount: key('price_amount'),
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

/** What vendors have chosen for their own shops; a retail price in hundredths of `retailCurrency`. */
export const storeSelections = pgTable(
  'store_selections',
  {
    personId: key('person_id').notNull(),
    productId: key('product_id').notNull(),
    place: key('place').generatedAlwaysAsIdentity(),
    retailAmount: key('retail_amount'),
    retailCurrency: text('retail_currency'),
    quantity: integer(),
    addedAt: moment('added_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.productId] })],
)
