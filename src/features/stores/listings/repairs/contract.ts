import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { ProductId } from '#features/catalogue/catalog/contract.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { StoreId } from '../shapes.ts'

/** The state of a variant: `other` is only in the store, `removed` no longer in the product. */
export const VARIANT_STATES = ['linked', 'wrong_sku', 'unlinked', 'missing', 'removed', 'other'] as const

/** What a repair does: links, corrects or clears SKUs, adds variants to the store, or keeps removed ones sold out. */
export const REPAIR_KINDS = ['link', 'restore_skus', 'clear_sku', 'add', 'keep_removed'] as const

const Offer = z.object({
  title: z.string(),
  sku: z.string(),
  /** Null if the store does not count it. */
  stock: z.number().nullable(),
})

/** A listing's variant: ours, the store's, or both. */
const ListingVariant = z
  .object({
    /** Our id, or the store’s if there is none. */
    id: z.string(),
    state: z.enum(VARIANT_STATES),
    ours: Offer.nullable(),
    inStore: Offer.nullable(),
  })
  .openapi('ListingVariant')

/** A proposed repair, and its effect, in sentences. */
const VariantRepair = z
  .object({
    id: z.string(),
    kind: z.enum(REPAIR_KINDS),
    title: z.string(),
    effects: z.array(z.string()),
  })
  .openapi('VariantRepair')

const ListingVariants = z
  .object({
    product: z.string(),
    store: z.string(),
    /** Identifies the variants as they were read; a repair of changed ones is refused. */
    fingerprint: z.string(),
    variants: z.array(ListingVariant),
    repairs: z.array(VariantRepair),
  })
  .openapi('ListingVariants')

const Params = z.object({ storeId: StoreId, productId: ProductId })

const REFUSALS = [
  'connection_not_found',
  'listing_not_found',
  'product_gone',
  'store_unreachable',
  'store_not_found',
  'store_access_denied',
  'store_rights_missing',
  'store_refused',
  'server_address',
  'server_answer',
] as const

export const getListingVariants = endpoint({
  method: 'GET',
  path: '/vendor/listings/{storeId}/{productId}/variants',
  summary: 'Reads the variants of a listing from your store, and proposes repairs of those that don’t match',
  access: { vendor: 'listings:read' },
  params: Params,
  answer: Envelope.extend({ listing: ListingVariants }),
  refusals: REFUSALS,
  limit: { calls: 30, windowMs: MINUTE },
})

export const repairListingVariants = endpoint({
  method: 'POST',
  path: '/vendor/listings/{storeId}/{productId}/variants/repair',
  summary: 'Carries out a proposed repair of a listing’s variants, then updates the listing',
  access: { vendor: 'listings:write' },
  params: Params,
  body: z.object({ repairId: z.string().min(1).max(400), fingerprint: z.string().min(1).max(100) }),
  answer: Envelope.extend({ repaired: z.string() }),
  refusals: [...REFUSALS, 'variants_changed', 'store_sku_refused'],
  limit: { calls: 20, windowMs: MINUTE },
  maxBytes: 4_000,
})

export type ListingVariantsData = z.input<typeof ListingVariants>
export type ListingVariantData = z.input<typeof ListingVariant>
export type VariantRepairData = z.input<typeof VariantRepair>
