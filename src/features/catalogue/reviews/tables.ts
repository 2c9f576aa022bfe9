import { bigint, boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { timestamptz, publicId } from '#database/tables.ts'
import { products } from '#features/catalogue/catalog/tables.ts'
import type { ReportReason } from './contract.ts'

const idColumn = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
const keyColumn = (name: string) => bigint(name, { mode: 'number' })

/**
 * Reviews of products. `userName` is null if the author gave none. The account `accountId` can change the review; null
 * if no account can. `answer` is the store's.
 */
export const reviews = pgTable('reviews', {
  id: idColumn(),
  publicId: publicId(),
  productId: keyColumn('product_id')
    .notNull()
    .references(() => products.id, { onDelete: 'cascade' }),
  accountId: keyColumn('account_id'),
  rating: smallint().notNull(),
  text: text().notNull(),
  userName: text('user_name'),
  createdAt: timestamptz('created_at').notNull(),
  editedAt: timestamptz('edited_at'),
  isBought: boolean('is_bought').notNull().default(false),
  answer: text(),
  answeredAt: timestamptz('answered_at'),
  removedAt: timestamptz('removed_at'),
  removalReason: text('removal_reason'),
})

/**
 * Pictures that users uploaded for reviews. `reviewId` is null until the review is saved, and after the picture was
 * removed from it.
 */
export const reviewPictures = pgTable('review_pictures', {
  id: idColumn(),
  publicId: publicId(),
  accountId: keyColumn('account_id').notNull(),
  reviewId: keyColumn('review_id'),
  position: smallint().notNull().default(0),
  key: text().notNull().unique(),
  width: integer().notNull(),
  height: integer().notNull(),
  tint: text().notNull(),
  createdAt: timestamptz('created_at').notNull(),
})

/** Reports of reviews, for operators. */
export const reviewReports = pgTable('review_reports', {
  id: idColumn(),
  reviewId: keyColumn('review_id').notNull(),
  accountId: keyColumn('account_id'),
  reason: text().$type<ReportReason>().notNull(),
  note: text().notNull(),
  createdAt: timestamptz('created_at').notNull(),
})
