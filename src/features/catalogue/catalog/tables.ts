import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  real,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { suppliers, warehouses } from '#features/catalogue/suppliers/tables.ts'
import type { ProductImageData, ReviewData } from './contract.ts'

// The tables of 0001_catalogue.sql; their indexes, triggers and functions are only there.

const keyColumn = (name: string) => bigint(name, { mode: 'number' })
const idColumn = () => keyColumn('id').primaryKey().generatedAlwaysAsIdentity()
const moment = (name: string) => timestamp(name, { withTimezone: true }).notNull().defaultNow()

/** The eight categories; ids follow the order of the contract's CATEGORIES, from 1. */
export const categories = pgTable('categories', {
  id: smallint().primaryKey(),
  name: text().notNull().unique(),
})

/**
 * Products. Amounts are whole minor units. The database maintains `isListed` (active, supplier verified), the generated
 * columns, `pictures` (the ready ones) and the counters. `refreshStockCounts` of the service updates `stock` and
 * `variantCount` from the variants.
 */
export const products = pgTable('products', {
  id: idColumn(),
  publicId: text('public_id').notNull().unique(),
  supplierId: keyColumn('supplier_id')
    .notNull()
    .references(() => suppliers.id),
  warehouseId: keyColumn('warehouse_id')
    .notNull()
    .references(() => warehouses.id),
  categoryId: smallint('category_id')
    .notNull()
    .references(() => categories.id),
  externalKey: text('external_key'),
  status: text({ enum: ['active', 'draft', 'archived'] })
    .notNull()
    .default('active'),
  isListed: boolean('is_listed').notNull().default(false),
  name: text().notNull(),
  nameNorm: text('name_norm')
    .notNull()
    .generatedAlwaysAs(sql`lower(f_unaccent(name))`),
  summary: text().notNull().default(''),
  currency: text().notNull().default('USD'),
  priceAmount: keyColumn('price_amount').notNull(),
  offerAmount: keyColumn('offer_amount'),
  sellAmount: keyColumn('sell_amount')
    .notNull()
    .generatedAlwaysAs(
      sql`case when offer_amount > 0 and offer_amount < price_amount then offer_amount else price_amount end`,
    ),
  discountBp: integer('discount_bp')
    .notNull()
    .generatedAlwaysAs(
      sql`case when offer_amount > 0 and offer_amount < price_amount then ((price_amount - offer_amount) * 10000 / price_amount)::int else 0 end`,
    ),
  stock: integer().notNull().default(0),
  variantCount: integer('variant_count').notNull().default(0),
  sku: text().notNull().default(''),
  weightGrams: real('weight_grams'),
  lengthMm: real('length_mm'),
  widthMm: real('width_mm'),
  heightMm: real('height_mm'),
  metal: text(),
  purity: text(),
  plating: text(),
  stones: text(),
  sizeStandard: text('size_standard'),
  originCountry: text('origin_country'),
  tariffNumber: text('tariff_number'),
  rating: real().notNull().default(0),
  reviewCount: integer('review_count').notNull().default(0),
  soldCount: integer('sold_count').notNull().default(0),
  pictures: jsonb().$type<ProductImageData[]>().notNull().default([]),
  recentReviews: jsonb('recent_reviews').$type<ReviewData[]>().notNull().default([]),
  contentHash: text('content_hash'),
  createdAt: moment('created_at'),
  updatedAt: moment('updated_at'),
  descriptionHtml: text('description_html').notNull().default(''),
  revision: integer().notNull().default(0),
  isReturnable: boolean('is_returnable').notNull().default(true),
  isMadeToOrder: boolean('is_made_to_order').notNull().default(false),
  optionBits: keyColumn('option_bits').notNull().default(0),
  hallmark: text(),
  isNickelFree: boolean('is_nickel_free'),
  certificateLaboratory: text('certificate_laboratory'),
  certificateNumber: text('certificate_number'),
})

/** Pictures of products; `fileKey` is set once the file is stored. */
export const productImages = pgTable('product_images', {
  id: idColumn(),
  productId: keyColumn('product_id')
    .notNull()
    .references(() => products.id, { onDelete: 'cascade' }),
  position: integer().notNull(),
  sourceUrl: text('source_url').notNull(),
  fileKey: text('file_key'),
  width: integer(),
  height: integer(),
  tint: text(),
  alt: text().notNull().default(''),
  state: text({ enum: ['waiting', 'ready', 'failed'] })
    .notNull()
    .default('waiting'),
  failure: text(),
})

/** Variants: a size, colour or material of a product, with its own price and stock. */
export const productVariants = pgTable('product_variants', {
  id: idColumn(),
  publicId: text('public_id').notNull().unique(),
  productId: keyColumn('product_id')
    .notNull()
    .references(() => products.id, { onDelete: 'cascade' }),
  supplierId: keyColumn('supplier_id')
    .notNull()
    .references(() => suppliers.id),
  position: integer().notNull(),
  externalKey: text('external_key'),
  sku: text().notNull(),
  gtin: text(),
  title: text().notNull().default(''),
  size: text(),
  color: text(),
  material: text(),
  priceAmount: keyColumn('price_amount').notNull(),
  offerAmount: keyColumn('offer_amount'),
  sellAmount: keyColumn('sell_amount')
    .notNull()
    .generatedAlwaysAs(
      sql`case when offer_amount > 0 and offer_amount < price_amount then offer_amount else price_amount end`,
    ),
  wholesaleAmount: keyColumn('wholesale_amount'),
  minimumRetailAmount: keyColumn('minimum_retail_amount'),
  stock: integer().notNull().default(0),
  oversold: integer().notNull().default(0),
  countedAt: timestamp('counted_at', { withTimezone: true }),
  weightGrams: real('weight_grams'),
  imageId: keyColumn('image_id').references(() => productImages.id, { onDelete: 'set null' }),
  createdAt: moment('created_at'),
  updatedAt: moment('updated_at'),
})
