import { z } from '@hono/zod-openapi'
import { ProductId, ProductImage } from '#features/catalogue/catalog/contract.ts'
import { idPattern } from '#core/ids.ts'
import { TEXT_FIELDS } from '#features/stores/connections/contract.ts'

/** The views of a vendor's listings. */
export const LISTING_VIEWS = [
  'all',
  'on_sale',
  'attention',
  'variants',
  'removed',
  'cost_up',
  'sold_out',
  'not_published',
  'off_sale',
] as const

/** The views of listings that need a decision of their vendor. */
export const LISTING_TASK_VIEWS = ['attention', 'variants', 'removed', 'cost_up'] as const

/** The states of a listing in a store. */
export const LISTING_STATES = [
  'published',
  'updating',
  'failed',
  'not_published',
  'unpublished',
  'left_out',
] as const

/** What sets the price: the vendor's rule, the vendor, the store itself, or the marketplace's own price. */
export const PRICE_SOURCES = ['rule', 'mine', 'store', 'marketplace'] as const

/** The public id of a connected store. */
export const StoreId = z.string().regex(idPattern('storeConnection'), 'Enter a valid connection id.')

/**
 * A product in one of the vendor's stores. Amounts in the store's currency, of the cheapest variant; `highest` if
 * variants differ. `cost` is the wholesale price, converted if the store sells in another currency; null if unknown.
 * `minimumPrice` is the supplier's recommended minimum. `stock` is the value to send now, `sent` the one sent last.
 */
export const Listing = z
  .object({
    productId: ProductId,
    name: z.string(),
    sku: z.string(),
    image: ProductImage.nullable(),
    supplier: z.string(),
    /** Your own tags, which only your team sees. */
    tags: z.array(z.string()),
    store: z.object({ id: StoreId, name: z.string(), currency: z.string() }),
    cost: z.number().nullable(),
    price: z.number().nullable(),
    highestPrice: z.number().nullable(),
    priceSource: z.enum(PRICE_SOURCES),
    /** Texts that follow the supplier; the others belong to the store and are never changed there. */
    supplierFields: z.array(z.enum(TEXT_FIELDS)),
    ownPrice: z.number().nullable(),
    profit: z.number().nullable(),
    marginBps: z.number().nullable(),
    minimumPrice: z.number().nullable(),
    stock: z.number(),
    sent: z.object({ price: z.number().nullable(), stock: z.number(), at: z.string().nullable() }).nullable(),
    state: z.enum(LISTING_STATES),
    problem: z.string().nullable(),
    /** Whether the SKUs in the store do not identify the variants, which needs a repair. */
    hasVariantProblem: z.boolean(),
    /** Variants in the store that the supplier removed; they are sold out there. */
    removedVariants: z.array(z.string()),
    /** Whether its cost rose and its price is below the minimum margin, which needs a decision. */
    costAlert: z
      .object({ before: z.number(), after: z.number(), marginBps: z.number(), floorBps: z.number() })
      .nullable(),
    nextTryAt: z.string().nullable(),
  })
  .openapi('VendorListing')

const TextOwner = z.enum(['supplier', 'store']).optional()

/** The new owners of listings' fields. Omitted ones are unchanged. */
export const FieldOwners = z
  .object({
    price: z.enum(['rule', 'store']).optional(),
    title: TextOwner,
    description: TextOwner,
    shortDescription: TextOwner,
    category: TextOwner,
  })
  .refine((fields) => Object.values(fields).some(Boolean), 'Choose at least one field.')
  .openapi('FieldOwners')

/** A field of a product that publishing would change. */
export const FieldChange = z.object({
  field: z.string(),
  variant: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})

/** The effect of publishing a product, and the result. */
export const PublishPlanItem = z
  .object({
    productId: ProductId,
    name: z.string(),
    sku: z.string(),
    action: z.enum(['create', 'update', 'skip', 'conflict']),
    outcome: z.enum(['applied', 'stale', 'failed']).nullable(),
    reason: z.string().nullable(),
    changes: z.array(FieldChange),
  })
  .openapi('PublishPlanItem')

/**
 * A plan of publishing to one store, or of the owners of `fields` there. `counts` by action; `due` can still be
 * applied.
 */
export const PublishPlan = z
  .object({
    id: z.string().regex(idPattern('publishPlan'), 'Enter a valid id of a plan.'),
    store: z.object({ id: StoreId, name: z.string() }),
    state: z.enum(['planning', 'planned', 'applying', 'applied', 'cancelled', 'failed']),
    failure: z.string().nullable(),
    productsRead: z.number(),
    createdAt: z.string(),
    plannedAt: z.string().nullable(),
    fields: FieldOwners.nullable(),
    /** The number of listings whose fields can be restored. */
    undoable: z.number(),
    undoneAt: z.string().nullable(),
    counts: z.object({
      create: z.number(),
      update: z.number(),
      skip: z.number(),
      conflict: z.number(),
      applied: z.number(),
      notApplied: z.number(),
      due: z.number(),
    }),
  })
  .openapi('PublishPlan')
