import { bigint, boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { moment, publicId } from '#database/tables.ts'
import { products } from '#features/catalogue/catalog/tables.ts'
import type { ReportReason } from './contract.ts'

const ownKey = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
const key = (name: string) => bigint(name, { mode: 'number' })

/**
 * What people say of products. `userName` is null when the writer gave none; `personId` is who may change it, null where
 * nobody can. `answer` is the store's.
 */
export const reviews = pgTable('reviews', {
  id: ownKey(),
  publicId: publicId(),
  productId: key('product_id')
    .notNull()
    .references(() => products.id, { onDelete: 'cascade' }),
  personId: key('person_id'),
  rating: smallint().notNull(),
  text: text().notNull(),
  userName: text('user_name'),
  createdAt: moment('created_at').notNull(),
  editedAt: moment('edited_at'),
  isBought: boolean('is_bought').notNull().default(false),
  answer: text(),
  answeredAt: moment('answered_at'),
})

/** Pictures people uploaded for reviews; `reviewId` is null until the review is saved, and once it has lost the picture. */
export const reviewPictures = pgTable('review_pictures', {
  id: ownKey(),
  publicId: publicId(),
  personId: key('person_id').notNull(),
  reviewId: key('review_id'),
  position: smallint().notNull().default(0),
  key: text().notNull().unique(),
  width: integer().notNull(),
  height: integer().notNull(),
  tint: text().notNull(),
  createdAt: moment('created_at').notNull(),
})

/** Reviews that somebody thinks should not stand there, for the operator. */
export const reviewReports = pgTable('review_reports', {
  id: ownKey(),
  reviewId: key('review_id').notNull(),
  personId: key('person_id'),
  reason: text().$type<ReportReason>().notNull(),
  note: text().notNull(),
  createdAt: moment('created_at').notNull(),
})
