import { z } from '@hono/zod-openapi'
import { ProductId } from '#features/catalogue/catalog/contract.ts'
import { PricingForm } from '#features/stores/pricing/contract.ts'
import { MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import {
  FieldOwners,
  Listing,
  LISTING_TASK_VIEWS,
  LISTING_VIEWS,
  PublishPlan,
  PublishPlanItem,
  StoreId,
} from './shapes.ts'

/** The number of listings on one page. */
export const LISTINGS_PER_PAGE = 100

const READ_LIMIT = { calls: 240, windowMs: MINUTE }
const WRITE_LIMIT = { calls: 60, windowMs: MINUTE }

const Page = z.coerce.number<string | number>().int().min(1).max(10_000).default(1)
const ProductIds = z.array(ProductId).min(1).max(500, 'Choose at most 500 products at a time.')

const Tag = z.string().trim().max(40)

const ListingFilter = z.object({
  view: z.enum(LISTING_VIEWS).default('all'),
  store: StoreId.optional(),
  tag: Tag.optional(),
  /** A part of the product's name, its SKU or its supplier. */
  search: z.string().trim().max(100).default(''),
})

/** Returns the shape of counts of these views. */
function countsOf<View extends string>(views: readonly View[]) {
  return z.object(Object.fromEntries(views.map((view) => [view, z.number()])) as Record<View, z.ZodNumber>)
}

/** The most rows of an exported file. */
export const MAX_EXPORTED_LISTINGS = 10_000

export const exportListings = endpoint({
  method: 'GET',
  path: '/vendor/listing-export',
  summary:
    'Exports the listings of a view as CSV, at most 10,000: price, cost, margin, stock and the last sent values',
  access: { vendor: 'listings:read' },
  readsReplica: 'current',
  query: ListingFilter,
  answer: z.string(),
  limit: { calls: 12, windowMs: MINUTE },
})

export const listListings = endpoint({
  method: 'GET',
  path: '/vendor/listings',
  summary: 'Lists your products in each of your stores: price, cost, profit, stock, and the last sent values',
  access: { vendor: 'listings:read' },
  readsReplica: 'current',
  query: ListingFilter.extend({ page: Page }),
  answer: Envelope.extend({
    listings: z.array(Listing),
    counts: countsOf(LISTING_VIEWS),
    stores: z.array(
      z.object({ id: StoreId, name: z.string(), currency: z.string(), problem: z.string().nullable() }),
    ),
    /** Your tags, with how many products have each. */
    tags: z.array(z.object({ tag: z.string(), products: z.number() })),
    page: z.number(),
    pages: z.number(),
    total: z.number(),
  }),
  limit: READ_LIMIT,
})

export const countListings = endpoint({
  method: 'GET',
  path: '/vendor/listing-counts',
  summary: 'Counts your listings that need attention, by view; faster than the counts of the list',
  access: { vendor: 'listings:read' },
  readsReplica: 'current',
  answer: Envelope.extend({ counts: countsOf(LISTING_TASK_VIEWS) }),
  limit: READ_LIMIT,
})

export const updateListings = endpoint({
  method: 'POST',
  path: '/vendor/listings/update',
  summary:
    'Sends price and stock of products to a store now; those that are not published there are left out',
  access: { vendor: 'listings:write' },
  body: z.object({ storeId: StoreId, productIds: ProductIds }),
  answer: Envelope.extend({ products: z.number() }),
  refusals: ['connection_not_found'],
  limit: WRITE_LIMIT,
  maxBytes: 64_000,
})

export const setListingsOnSale = endpoint({
  method: 'POST',
  path: '/vendor/listings/on-sale',
  summary: 'Takes products off sale in a store, or puts them back; orders that were placed stay as they are',
  access: { vendor: 'listings:write' },
  body: z.object({ storeId: StoreId, productIds: ProductIds, isOnSale: z.boolean() }),
  answer: Envelope.extend({ products: z.number() }),
  refusals: ['connection_not_found'],
  limit: WRITE_LIMIT,
  maxBytes: 64_000,
})

/** A listing under unsaved rules. */
const PreviewItem = z
  .object({
    productId: ProductId,
    name: z.string(),
    store: z.object({ id: StoreId, name: z.string(), currency: z.string() }),
    cost: z.number().nullable(),
    /** Its price in the store by the saved rules, and by these. */
    before: z.number().nullable(),
    after: z.number().nullable(),
    profit: z.number().nullable(),
    marginBps: z.number().nullable(),
    minimumPrice: z.number().nullable(),
  })
  .openapi('PricingPreviewItem')

export const previewPricing = endpoint({
  method: 'POST',
  path: '/vendor/pricing/preview',
  summary: 'Previews price rules on your listings; nothing is saved',
  access: { vendor: 'pricing:read' },
  body: PricingForm,
  answer: Envelope.extend({
    items: z.array(PreviewItem),
    counts: z.object({
      listings: z.number(),
      raised: z.number(),
      lowered: z.number(),
      withoutCost: z.number(),
      belowRecommended: z.number(),
      ownPrice: z.number(),
    }),
    /** The suppliers of the listings, and the stores' other currencies. */
    suppliers: z.array(z.object({ id: z.string(), name: z.string() })),
    currencies: z.array(z.string()),
  }),
  refusals: ['bad_rule'],
  limit: { calls: 120, windowMs: MINUTE },
  maxBytes: 64_000,
})

const PlanParams = z.object({ id: PublishPlan.shape.id })

export const createPublishPlan = endpoint({
  method: 'POST',
  path: '/vendor/publish-plans',
  summary:
    'Plans what publishing to a store would do, product by product, or with `fields` what setting their owners would; nothing is changed there',
  access: { vendor: 'listings:write' },
  body: z.object({
    storeId: StoreId,
    productIds: ProductIds.optional(),
    /** Only for listings that are in the store. */
    fields: FieldOwners.optional(),
  }),
  answer: Envelope.extend({ plan: PublishPlan }),
  refusals: ['connection_not_found', 'nothing_selected', 'plan_at_work'],
  limit: { calls: 20, windowMs: MINUTE },
  maxBytes: 64_000,
})

export const listPublishPlans = endpoint({
  method: 'GET',
  path: '/vendor/publish-plans',
  summary: 'Lists your newest publish plans',
  access: { vendor: 'listings:read' },
  answer: Envelope.extend({ plans: z.array(PublishPlan) }),
  limit: READ_LIMIT,
})

export const getPublishPlan = endpoint({
  method: 'GET',
  path: '/vendor/publish-plans/{id}',
  summary: 'Returns a publish plan with its progress',
  access: { vendor: 'listings:read' },
  params: PlanParams,
  answer: Envelope.extend({ plan: PublishPlan }),
  refusals: ['plan_not_found'],
  limit: READ_LIMIT,
})

export const listPublishPlanItems = endpoint({
  method: 'GET',
  path: '/vendor/publish-plans/{id}/items',
  summary: 'Lists the products of a publish plan, by outcome',
  access: { vendor: 'listings:read' },
  readsReplica: 'current',
  params: PlanParams,
  query: z.object({
    tab: z.enum(['create', 'update', 'skip', 'conflict', 'not_applied']).default('create'),
    page: Page,
  }),
  answer: Envelope.extend({
    items: z.array(PublishPlanItem),
    page: z.number(),
    pages: z.number(),
    total: z.number(),
  }),
  refusals: ['plan_not_found'],
  limit: READ_LIMIT,
})

export const applyPublishPlan = endpoint({
  method: 'POST',
  path: '/vendor/publish-plans/{id}/apply',
  summary: 'Carries out a plan, or resumes one that was cancelled or could not be finished',
  access: { vendor: 'listings:write' },
  params: PlanParams,
  answer: Envelope.extend({ plan: PublishPlan }),
  refusals: ['plan_not_found', 'plan_not_ready', 'plan_outdated'],
  limit: WRITE_LIMIT,
})

export const cancelPublishPlan = endpoint({
  method: 'POST',
  path: '/vendor/publish-plans/{id}/cancel',
  summary: 'Stops a plan; products published so far are kept',
  access: { vendor: 'listings:write' },
  params: PlanParams,
  answer: Envelope.extend({ plan: PublishPlan }),
  refusals: ['plan_not_found'],
  limit: WRITE_LIMIT,
})

export const undoPublishPlan = endpoint({
  method: 'POST',
  path: '/vendor/publish-plans/{id}/undo',
  summary:
    'Undoes a plan of fields: listings that are still as it left them get their former texts and owners; the others stay',
  access: { vendor: 'listings:write' },
  params: PlanParams,
  answer: Envelope.extend({ plan: PublishPlan, restored: z.number(), left: z.number() }),
  refusals: ['plan_not_found', 'plan_at_work', 'plan_not_undoable'],
  limit: WRITE_LIMIT,
})

export type FieldOwnersData = z.input<typeof FieldOwners>
export type ListingData = z.input<typeof Listing>
export type ListingView = (typeof LISTING_VIEWS)[number]
export type PricingPreviewItemData = z.input<typeof PreviewItem>
export type PublishPlanData = z.input<typeof PublishPlan>
export type PublishPlanItemData = z.input<typeof PublishPlanItem>
