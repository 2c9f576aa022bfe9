import { z } from '@hono/zod-openapi'
import { HOUR, MINUTE } from '#core/time.ts'
import { toGtin } from '#core/products/gtin.ts'
import { toMultiline, toSingleLine } from '#core/text/normalize-text.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { ACCOUNT_READ_LIMITS } from '#platform/http/limits/account-limits.ts'
import { FACT_NAMES } from '#core/jewellery/vocabulary.ts'
import { ModerationState } from '../moderation/contract.ts'
import { Category, ProductId, VariantId } from '../../shapes.ts'
import { ProductFacts } from './facts/shapes.ts'

/** The most pictures of a product. */
const MAX_PICTURES = 6

/** The longest description of a product, in characters of its text; imports shorten longer ones. */
export const MAX_DESCRIPTION_LENGTH = 20_000

/**
 * The longest description that earlier imports stored. It can be sent unchanged, along with other changes of the
 * product.
 */
const MAX_STORED_DESCRIPTION_LENGTH = 120_000

/** The largest accepted picture, in bytes. */
const MAX_PICTURE_BYTES = 5_000_000

/** The number of products on one page of the store's list, and the most published at once. */
export const OWN_PAGE_SIZE = 50

const PictureKey = z.string().regex(/^[0-9a-f]{32}$/, 'This picture isn’t yours. Upload it again.')

/** A price in cents, at most ten million dollars: a higher price is a typing error. */
const Cents = z
  .int('Enter the price in whole cents.')
  .min(0, 'Enter a price of 0 or more.')
  .max(1_000_000_000, 'Enter a price up to $10,000,000.')

const Quantity = z
  .int('Enter a whole quantity.')
  .min(0, 'Enter a quantity of 0 or more.')
  .max(1_000_000, 'Enter a quantity up to 1,000,000.')

const OptionText = z.string().overwrite(toSingleLine).max(60, 'Use at most 60 characters.')

const Barcode = z
  .string()
  .overwrite(toSingleLine)
  .max(20, 'Use at most 20 characters.')
  .refine((text) => text === '' || toGtin(text) !== null, {
    error: 'Enter a GTIN of 8, 12, 13 or 14 digits. Check the digits: the last one must match the others.',
  })

/**
 * A size, colour or material of a product; an empty text or null means that it has none. A null price means the
 * product's price. The wholesale price, which a vendor pays, is at most the price and at most the recommended minimum
 * retail price. Both stay unchanged if omitted; null removes them. The same applies to the barcode, a GTIN with a valid
 * check digit. A SKU belongs to one variant of the store; a variant without one gets a generated SKU.
 */
const VariantForm = z.object({
  id: VariantId.optional(),
  size: OptionText.nullable().default(null),
  color: OptionText.nullable().default(null),
  material: OptionText.nullable().default(null),
  priceCents: Cents.nullable().default(null),
  wholesaleCents: Cents.nullable().optional(),
  minimumRetailCents: Cents.nullable().optional(),
  barcode: Barcode.nullable().optional(),
  sku: z.string().overwrite(toSingleLine).max(100, 'Use at most 100 characters.').nullable().optional(),
  quantity: Quantity,
  /**
   * The quantity that the editor last saw: units may have been sold since. Required to change the quantity of an
   * existing variant.
   */
  seenQuantity: Quantity.optional(),
})

/**
 * A product as its owner enters it. With `id` and `revision`, that revision of the product is changed; without them, a
 * draft is created. The same `draftKey` finds that draft again after a lost response. Without a category it is detected
 * from the name. A description above `MAX_DESCRIPTION_LENGTH` is accepted only if it is the stored one.
 */
const ProductForm = z.object({
  id: ProductId.optional(),
  revision: z.int().min(0).optional(),
  draftKey: z.uuid().optional(),
  name: z
    .string()
    .overwrite(toSingleLine)
    .min(1, 'Enter a product name.')
    .max(200, 'Use at most 200 characters.'),
  description: z
    .string()
    .overwrite(toMultiline)
    .max(MAX_STORED_DESCRIPTION_LENGTH, 'Use at most 20,000 characters.')
    .default(''),
  category: Category.optional(),
  /**
   * The key of the product's warehouse. Unchanged if omitted; a new product is then assigned to the store's first
   * warehouse.
   */
  warehouse: z.int().min(1).optional(),
  priceCents: Cents,
  isReturnable: z.boolean().default(true),
  /** Whether it is made for each buyer, who then can’t withdraw from the contract; unchanged if omitted. */
  isMadeToOrder: z.boolean().optional(),
  pictures: z
    .array(PictureKey)
    .max(MAX_PICTURES, 'Add at most six pictures.')
    .refine((keys) => new Set(keys).size === keys.length, 'Add each picture only once.')
    .default([]),
  /** Alternative texts of pictures by the pictures' keys; the others are described by the product's name. */
  pictureTexts: z
    .record(PictureKey, z.string().overwrite(toSingleLine).max(200, 'Use at most 200 characters.'))
    .optional(),
  /** Unchanged if omitted. */
  facts: ProductFacts.optional(),
  variants: z.array(VariantForm).min(1).max(50, 'Add at most 50 variations.'),
})

const OwnPicture = z.object({ key: z.string(), image_url: z.string(), tint: z.string().nullable() })

const FactNameShape = z.enum(FACT_NAMES)

const PublicationState = z.enum(['draft', 'published'])

/**
 * A product in the list of its owner. `isListed` says whether buyers see it: it is published and its store verified.
 */
const OwnProductRow = z
  .object({
    id: ProductId,
    name: z.string(),
    state: PublicationState,
    isListed: z.boolean(),
    category: Category,
    priceCents: z.number(),
    quantity: z.number(),
    variantCount: z.number(),
    picture: OwnPicture.nullable(),
  })
  .openapi('OwnProductRow')

/** A product as its owner edits it. */
export const OwnProduct = z
  .object({
    id: ProductId,
    revision: z.number(),
    state: PublicationState,
    isListed: z.boolean(),
    /** The marketplace's decision about the product, and why it was refused or hidden. */
    moderation: ModerationState,
    moderationReason: z.string().nullable(),
    name: z.string(),
    description: z.string(),
    category: Category,
    priceCents: z.number(),
    isReturnable: z.boolean(),
    isMadeToOrder: z.boolean(),
    /** The key of its warehouse. */
    warehouse: z.number(),
    pictures: z.array(OwnPicture),
    variants: z.array(
      z.object({
        id: VariantId,
        size: z.string().nullable(),
        color: z.string().nullable(),
        material: z.string().nullable(),
        priceCents: z.number(),
        wholesaleCents: z.number().nullable(),
        minimumRetailCents: z.number().nullable(),
        sku: z.string(),
        /** The GTIN in its printed form. */
        barcode: z.string().nullable(),
        quantity: z.number(),
      }),
    ),
    /** The alternative texts that the owner wrote, by the pictures' keys. */
    pictureTexts: z.record(z.string(), z.string()),
    facts: ProductFacts,
    /** The text of the stones in lists and facets: the feed's text until the owner lists stones. */
    stonesText: z.string().nullable(),
    /** The facts that its category requires and that are missing. */
    missingFacts: z.array(FactNameShape),
    isArchived: z.boolean(),
  })
  .openapi('OwnProduct')

export const getMyProducts = endpoint({
  method: 'GET',
  path: '/shop/getMyProducts',
  summary: 'Lists your drafts and published products, newest first, 50 a page',
  access: { manufacturer: 'products:read' },
  query: z.object({
    page: z.coerce.number<string | number>().int().min(1).max(100_000).default(1),
    state: PublicationState.optional(),
  }),
  answer: Envelope.extend({
    products: z.array(OwnProductRow),
    total: z.number(),
    page: z.number(),
    pages: z.number(),
    isVerified: z.boolean(),
  }),
  refusals: ['no_store'],
  limit: ACCOUNT_READ_LIMITS.wide,
})

export const getMyProduct = endpoint({
  method: 'GET',
  path: '/shop/getMyProduct/{id}',
  summary: 'Returns one of your products for editing',
  access: { manufacturer: 'products:read' },
  params: z.object({ id: z.string().max(100) }),
  answer: Envelope.extend({ product: OwnProduct }),
  refusals: ['no_store', 'product_not_found'],
  limit: ACCOUNT_READ_LIMITS.row,
})

export const uploadProductPicture = endpoint({
  method: 'POST',
  path: '/shop/uploadProductPicture',
  summary:
    'Uploads a picture for a product; it is deleted unless a product uses it within a day. The body is a JPEG, PNG or WebP of at most 5 MB; its metadata is removed',
  access: { manufacturer: 'products:write' },
  takes: 'bytes',
  body: z.instanceof(Uint8Array).openapi({ type: 'string', format: 'binary' }),
  maxBytes: MAX_PICTURE_BYTES,
  answer: Envelope.extend({ picture: OwnPicture }),
  refusals: ['no_store', 'not_a_picture'],
  limit: { calls: 300, windowMs: HOUR },
})

export const saveMyProduct = endpoint({
  method: 'POST',
  path: '/shop/saveMyProduct',
  summary: 'Saves one of your products; a new one is a draft. An outdated revision is refused',
  access: { manufacturer: 'products:write' },
  body: z.object({ data: ProductForm }),
  answer: Envelope.extend({ product: OwnProduct }),
  refusals: [
    'no_store',
    'product_not_found',
    'product_changed',
    'quantity_changed',
    'description_too_long',
    'sku_taken',
    'warehouse_unavailable',
    'picture_not_found',
    'variant_unnamed',
    'variant_twice',
    'price_missing',
    'wholesale_above_price',
    'wholesale_above_minimum',
    'facts_contradictory',
  ],
  limit: { calls: 120, windowMs: 10 * MINUTE },
  // The longest stored descriptions, in scripts that need three bytes per character.
  maxBytes: 400_000,
})

export const publishMyProducts = endpoint({
  method: 'POST',
  path: '/shop/publishMyProducts',
  summary:
    'Publishes your drafts; incomplete ones stay drafts and their problems are returned. Only products of verified stores are visible to others',
  access: { manufacturer: 'products:write' },
  body: z.object({ data: z.object({ ids: z.array(ProductId).min(1).max(OWN_PAGE_SIZE) }) }),
  answer: Envelope.extend({
    published: z.array(ProductId),
    lacking: z.array(z.object({ id: ProductId, name: z.string(), problem: z.string() })),
    isVerified: z.boolean(),
  }),
  refusals: ['no_store', 'product_not_found'],
  limit: { calls: 60, windowMs: 10 * MINUTE },
})

export const removeMyProduct = endpoint({
  method: 'POST',
  path: '/shop/removeMyProduct',
  summary: 'Deletes one of your products permanently; orders keep their copy of its data',
  access: { manufacturer: 'products:write' },
  body: z.object({ data: z.object({ id: ProductId }) }),
  answer: Envelope,
  refusals: ['no_store', 'product_not_found'],
  limit: { calls: 120, windowMs: 10 * MINUTE },
})

export type ProductFormData = z.output<typeof ProductForm>
export type VariantFormData = z.output<typeof VariantForm>
export type ProductFormInput = z.input<typeof ProductForm>
export type OwnProductData = z.input<typeof OwnProduct>
export type OwnProductRowData = z.input<typeof OwnProductRow>
export type OwnPictureData = z.input<typeof OwnPicture>
