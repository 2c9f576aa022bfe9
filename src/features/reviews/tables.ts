import { bigint, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { moment, publicId } from '#database/tables.ts'
import { products } from '#features/catalog/tables.ts'

/** What buyers say of products; `userName` is null when the writer gave none. */
export const reviews = pgTable('reviews', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  publicId: publicId(),
  productId: bigint('product_id', { mode: 'number' })
    .notNull()
    .references(() => products.id, { onDelete: 'cascade' }),
  rating: smallint().notNull(),
  text: text().notNull(),
  userName: text('user_name'),
  createdAt: moment('created_at').notNull(),
})
