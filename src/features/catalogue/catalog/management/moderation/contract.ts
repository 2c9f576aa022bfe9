import { z } from '@hono/zod-openapi'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { Category, ProductId } from '../../shapes.ts'

const LIMIT = { calls: 120, windowMs: MINUTE }

/** The views of products for operators; the view to review begins with the product that has waited longest. */
export const MODERATION_VIEWS = ['all', 'to_review', 'listed', 'refused', 'hidden'] as const

/** The marketplace's decision about a product, regardless of its supplier's status. */
export const ModerationState = z.enum(['approved', 'pending', 'refused', 'hidden'])

/** Why a product waits for a review. */
export const ModerationCause = z.enum([
  'first_products',
  'price_jump',
  'banned_word',
  'banned_stone',
  'changed',
])

/** A field that changed since the product was last listed; amounts in cents. */
const FieldChange = z.object({
  field: z.enum(['name', 'summary', 'description', 'stones', 'priceCents', 'offerCents']),
  before: z.union([z.string(), z.number()]).nullable(),
  after: z.union([z.string(), z.number()]).nullable(),
})

const productFields = {
  id: ProductId,
  name: z.string(),
  supplier: z.object({ id: z.string(), name: z.string() }),
  category: Category,
  sku: z.string(),
  picture: z.string().nullable(),
  status: z.enum(['active', 'draft', 'archived']),
  isListed: z.boolean(),
  moderation: ModerationState,
  causes: z.array(ModerationCause),
  reason: z.string().nullable(),
  priceCents: z.number(),
  offerCents: z.number().nullable(),
  stock: z.number(),
  /** Since when the product waits for a review. */
  since: z.string().nullable(),
  /** The changes since it was last listed; empty for a new product. */
  changes: z.array(FieldChange),
}

const ModeratedProduct = z.object(productFields).openapi('ModeratedProduct')

export const listOperatorProducts = endpoint({
  method: 'GET',
  path: '/operator/products',
  summary: 'Lists products of all suppliers, fifty a page; found by a part of the name, the SKU or the ID',
  access: { operator: 'products:read' },
  readsReplica: 'current',
  query: z.object({
    view: z.enum(MODERATION_VIEWS).default('all'),
    search: z.string().trim().max(100).default(''),
    /** The ID of a supplier. */
    supplier: z.string().max(100).optional(),
    /** The `nextCursor` of the previous page. */
    cursor: z.coerce.number<string | number>().int().min(1).optional(),
  }),
  answer: Envelope.extend({
    products: z.array(ModeratedProduct),
    counts: z.object({ to_review: z.number(), refused: z.number(), hidden: z.number() }),
    nextCursor: z.number().nullable(),
  }),
  limit: LIMIT,
})

export const readOperatorProduct = endpoint({
  method: 'GET',
  path: '/operator/products/{id}',
  summary: 'Returns a product of any supplier with its texts, pictures, variants and operators’ decisions',
  access: { operator: 'products:read' },
  readsReplica: 'current',
  params: z.object({ id: ProductId }),
  answer: Envelope.extend({
    product: z
      .object({
        ...productFields,
        summary: z.string(),
        /** Sanitised HTML. */
        description: z.string(),
        stones: z.string().nullable(),
        pictures: z.array(z.string()),
        variants: z.array(
          z.object({ sku: z.string(), title: z.string(), priceCents: z.number(), stock: z.number() }),
        ),
        decisions: z.array(
          z.object({
            decision: z.enum(['approve', 'refuse', 'hide', 'show']),
            reason: z.string(),
            by: z.string(),
            at: z.string(),
          }),
        ),
      })
      .openapi('ModeratedProductDetails'),
  }),
  refusals: ['product_not_found'],
  limit: LIMIT,
})

const Reason = z.string().overwrite(toSingleLine).min(3, 'Use at least 3 characters.').max(500)
const ProductIds = z.array(ProductId).min(1).max(100)

export const decideProducts = endpoint({
  method: 'POST',
  path: '/operator/products/decide',
  summary:
    'Approves products that wait for a review, refuses them, hides listed ones or shows hidden ones again; their suppliers get an email',
  access: { operator: 'products:write' },
  body: z.discriminatedUnion('decision', [
    z.object({ decision: z.literal('approve'), ids: ProductIds }),
    z.object({ decision: z.enum(['refuse', 'hide', 'show']), ids: ProductIds, reason: Reason }),
  ]),
  answer: Envelope,
  refusals: ['product_not_found', 'product_state'],
  limit: LIMIT,
})

const Words = z
  .array(z.string().overwrite(toSingleLine).min(2, 'Use words of at least 2 letters.').max(60))
  .max(500)

const ModerationRules = z.object({
  /** The number of listed products from which a supplier's new products need no review; 0 is off. */
  firstProducts: z.number().int().min(0).max(1000),
  /** The percentage above which a change of price is reviewed; null is off. */
  priceJumpPercent: z.number().int().min(1).max(1000).nullable(),
  /** Words in names and descriptions, and stones, that require a review. */
  words: Words,
  stones: Words,
})

/** Identifies the stored rules; each save that changes them makes another. */
const RulesVersion = z.number().int().min(0)

export const readModerationRules = endpoint({
  method: 'GET',
  path: '/operator/moderation-rules',
  summary: 'Returns the rules by which new and changed products are reviewed',
  access: { operator: 'products:read' },
  answer: Envelope.extend({ rules: ModerationRules, version: RulesVersion }),
  limit: LIMIT,
})

export const saveModerationRules = endpoint({
  method: 'POST',
  path: '/operator/moderation-rules',
  summary:
    'Changes the rules by which new and changed products are reviewed; listed products stay listed until they change',
  access: { operator: 'products:write' },
  // Without a version the rules replace whatever is stored.
  body: ModerationRules.extend({ version: RulesVersion.optional() }),
  answer: Envelope.extend({ rules: ModerationRules, version: RulesVersion }),
  refusals: ['changed_meanwhile'],
  limit: LIMIT,
})

export type ModerationView = (typeof MODERATION_VIEWS)[number]
export type ModerationStateName = z.output<typeof ModerationState>
export type ModerationCauseName = z.output<typeof ModerationCause>
export type FieldChangeData = z.input<typeof FieldChange>
export type ModerationRulesData = z.output<typeof ModerationRules>
export type ProductDecision = z.output<typeof decideProducts.body>
