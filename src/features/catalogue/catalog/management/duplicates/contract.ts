import { z } from '@hono/zod-openapi'
import { idPattern } from '#core/ids.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { ACCOUNT_READ_LIMITS } from '#platform/http/limits/account-limits.ts'
import { Category, ProductId, VariantId } from '../../shapes.ts'
import { DUPLICATE_REASONS, DUPLICATE_STATES } from './shapes.ts'

/** The number of pairs of products on one page. */
export const DUPLICATES_PAGE_SIZE = 20

const WRITE_LIMIT = { calls: 120, windowMs: 60_000 }

const DuplicateVariant = z.object({
  id: VariantId,
  sku: z.string(),
  title: z.string(),
  priceCents: z.number(),
  stock: z.number(),
})

const DuplicateProduct = z.object({
  id: ProductId,
  revision: z.number(),
  title: z.string(),
  status: z.enum(['active', 'draft', 'archived']),
  category: Category,
  picture: z.string().nullable(),
  createdAt: z.string(),
  /** Whether it is imported from a connected store that keeps it synced. */
  isSynced: z.boolean(),
  facts: z.object({
    metal: z.string().nullable(),
    purity: z.string().nullable(),
    plating: z.string().nullable(),
    stones: z.string().nullable(),
    sizeStandard: z.string().nullable(),
    certificate: z.string().nullable(),
  }),
  variants: z.array(DuplicateVariant),
})

/** The effect of merging into one of the two. */
const MergePlan = z.object({
  keep: ProductId,
  /** Variants of the other product that move to this one. */
  moves: z.array(VariantId),
  /**
   * Variants with options that this product already has; they are archived with the other product, and their stock is
   * not added.
   */
  stays: z.array(VariantId),
  /** Why the products cannot be merged. */
  problem: z.string().nullable(),
})

const ProductDuplicate = z
  .object({
    id: z.string(),
    reasons: z.array(z.enum(DUPLICATE_REASONS)),
    state: z.enum(DUPLICATE_STATES),
    foundAt: z.string(),
    decidedAt: z.string().nullable(),
    /** The account that decided; null when there is no decision, or the account is gone. */
    decidedBy: z.string().nullable(),
    /** The product into which the other one was merged. */
    targetId: ProductId.nullable(),
    /** The older product and the newer one. */
    products: z.array(DuplicateProduct).length(2),
    /** Both possible merges, while there is no decision. */
    merges: z.array(MergePlan),
  })
  .openapi('ProductDuplicate')

export const listProductDuplicates = endpoint({
  method: 'GET',
  path: '/supplier/product-duplicates',
  summary:
    'Lists possible duplicates among your products, 20 a page: by certificate number, SKU, title and facts, or picture; nothing is merged without your decision',
  access: { manufacturer: 'products:read' },
  readsReplica: 'current',
  query: z.object({
    state: z.enum(DUPLICATE_STATES).default('open'),
    page: z.coerce.number<string | number>().int().min(1).max(10_000).default(1),
  }),
  answer: Envelope.extend({
    duplicates: z.array(ProductDuplicate),
    total: z.number(),
    page: z.number(),
    pages: z.number(),
  }),
  refusals: ['no_store'],
  limit: ACCOUNT_READ_LIMITS.page,
})

export const findProductDuplicates = endpoint({
  method: 'POST',
  path: '/supplier/product-duplicates/find',
  summary: 'Compares your products with one another again and counts the pairs that wait for a decision',
  access: { manufacturer: 'products:write' },
  body: z.object({}),
  answer: Envelope.extend({ open: z.number() }),
  refusals: ['no_store'],
  limit: { calls: 6, windowMs: 60_000, scope: 'account' },
})

const ById = z.object({
  id: z.string().regex(idPattern('productDuplicate'), 'This is not a pair of products.'),
})
const DuplicateAnswer = Envelope.extend({ duplicate: ProductDuplicate })

export const mergeProductDuplicate = endpoint({
  method: 'POST',
  path: '/supplier/product-duplicates/{id}/merge',
  summary:
    'Merges two products into one of them: variants that it lacks move to it, the other product is archived. Refused with `product_changed` when one of them is no longer as it was shown. Merged again, it answers the same',
  access: { manufacturer: 'products:write' },
  params: ById,
  body: z.object({
    keep: ProductId,
    /** The revisions of both products that the user saw, in the order of `products`. */
    revisions: z.array(z.int()).length(2),
  }),
  answer: DuplicateAnswer,
  refusals: ['no_store', 'duplicate_not_found', 'duplicate_decided', 'product_changed', 'merge_refused'],
  limit: WRITE_LIMIT,
})

export const keepBothProducts = endpoint({
  method: 'POST',
  path: '/supplier/product-duplicates/{id}/keep-both',
  summary: 'Keeps both products; they are not shown as possible duplicates again',
  access: { manufacturer: 'products:write' },
  params: ById,
  body: z.object({}),
  answer: DuplicateAnswer,
  refusals: ['no_store', 'duplicate_not_found', 'duplicate_decided'],
  limit: WRITE_LIMIT,
})

export const undoProductDuplicate = endpoint({
  method: 'POST',
  path: '/supplier/product-duplicates/{id}/undo',
  summary:
    'Undoes a decision: moved variants that still exist return, and the other product gets its former status',
  access: { manufacturer: 'products:write' },
  params: ById,
  body: z.object({}),
  answer: DuplicateAnswer,
  refusals: ['no_store', 'duplicate_not_found', 'product_changed'],
  limit: WRITE_LIMIT,
})

export type ProductDuplicateData = z.input<typeof ProductDuplicate>
