import { z } from '@hono/zod-openapi'
import { idPattern } from '#core/ids.ts'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { ACCOUNT_READ_LIMITS } from '#platform/http/limits/account-limits.ts'
import { VariantId } from '../../shapes.ts'

/** The most price lists of a store. */
export const MAX_PRICE_LISTS = 100

const WRITE_LIMIT = { calls: 120, windowMs: 10 * MINUTE }

const PriceListId = z.string().regex(idPattern('priceList'), 'This is not a price list’s id.')

const MinimumQuantity = z
  .int('Enter a whole quantity.')
  .min(1, 'Enter a quantity of 1 or more.')
  .max(1_000_000, 'Enter a quantity up to 1,000,000.')

const Entry = z.object({
  variantId: VariantId,
  minimumQuantity: MinimumQuantity.default(1),
  amountCents: z
    .int('Enter the price in whole cents.')
    .min(1, 'Enter a price above 0.')
    .max(1_000_000_000, 'Enter a price up to $10,000,000.'),
})

/**
 * A price list as its owner enters it: a percentage off the wholesale prices, prices of single variants, or both. With
 * `id` and `revision` a stored price list is changed. Without vendors it applies to all.
 */
const PriceListForm = z.object({
  id: PriceListId.optional(),
  revision: z.int().min(1).optional(),
  name: z.string().overwrite(toSingleLine).min(1, 'Enter a name.').max(100, 'Use at most 100 characters.'),
  vendors: z
    .array(z.email('Enter email addresses such as name@example.com.').max(320).toLowerCase())
    .max(200, 'Name at most 200 vendors.')
    .nullable(),
  percentOffBps: z
    .int('Enter a percentage with at most two decimals.')
    .min(1, 'Enter a percentage above 0.')
    .max(9_000, 'Enter a percentage up to 90.')
    .nullable(),
  minimumQuantity: MinimumQuantity.default(1),
  entries: z.array(Entry).max(500, 'Add at most 500 prices.').default([]),
})

/** A variant of the store with its wholesale price; `label` is its product's name with the variant's options. */
const WholesaleVariantShape = z
  .object({ id: VariantId, label: z.string(), sku: z.string(), wholesaleCents: z.number() })
  .openapi('WholesaleVariant')

const PriceListShape = z
  .object({
    id: PriceListId,
    revision: z.number(),
    name: z.string(),
    vendors: z.array(z.string()).nullable(),
    percentOffBps: z.number().nullable(),
    minimumQuantity: z.number(),
    entries: z.array(
      z.object({
        variantId: VariantId,
        label: z.string(),
        wholesaleCents: z.number().nullable(),
        minimumQuantity: z.number(),
        amountCents: z.number(),
      }),
    ),
  })
  .openapi('PriceList')

export const listPriceLists = endpoint({
  method: 'GET',
  path: '/supplier/price-lists',
  summary: 'Lists your price lists for vendors, newest first',
  access: { manufacturer: 'products:read' },
  answer: Envelope.extend({ priceLists: z.array(PriceListShape) }),
  refusals: ['no_store'],
  limit: ACCOUNT_READ_LIMITS.page,
})

export const savePriceList = endpoint({
  method: 'POST',
  path: '/supplier/price-lists',
  summary: 'Saves one of your price lists. An outdated revision is refused',
  access: { manufacturer: 'products:write' },
  body: z.object({ data: PriceListForm }),
  answer: Envelope.extend({ priceList: PriceListShape }),
  refusals: [
    'no_store',
    'price_list_not_found',
    'price_list_changed',
    'price_list_empty',
    'too_many_price_lists',
    'variant_not_found',
    'entry_above_wholesale',
  ],
  limit: WRITE_LIMIT,
})

export const removePriceList = endpoint({
  method: 'POST',
  path: '/supplier/price-lists/{id}/remove',
  summary: 'Removes one of your price lists; its vendors pay the wholesale price again',
  access: { manufacturer: 'products:write' },
  params: z.object({ id: z.string().max(100) }),
  answer: Envelope,
  refusals: ['no_store', 'price_list_not_found'],
  limit: WRITE_LIMIT,
})

export const listWholesaleVariants = endpoint({
  method: 'GET',
  path: '/supplier/wholesale-variants',
  summary: 'Lists up to twenty of your variants with a wholesale price, by product name or SKU',
  access: { manufacturer: 'products:read' },
  readsReplica: 'current',
  query: z.object({ search: z.string().trim().max(100).default('') }),
  answer: Envelope.extend({ variants: z.array(WholesaleVariantShape) }),
  refusals: ['no_store'],
  limit: ACCOUNT_READ_LIMITS.page,
})

export const quoteWholesalePrice = endpoint({
  method: 'GET',
  path: '/supplier/wholesale-price',
  summary:
    'Returns what a vendor pays for a unit of one of your variants at a quantity, and by which price list',
  access: { manufacturer: 'products:read' },
  query: z.object({
    variantId: VariantId,
    vendor: z.string().trim().max(320).default(''),
    quantity: z.coerce.number<string | number>().int().min(1).max(1_000_000).default(1),
  }),
  answer: Envelope.extend({
    /** Null for a variant without a wholesale price. */
    price: z
      .object({ amountCents: z.number(), standardCents: z.number(), listName: z.string().nullable() })
      .nullable(),
  }),
  refusals: ['no_store', 'variant_not_found'],
  limit: ACCOUNT_READ_LIMITS.row,
})

export type PriceListFormData = z.output<typeof PriceListForm>
export type PriceListFormInput = z.input<typeof PriceListForm>
export type PriceListData = z.input<typeof PriceListShape>
export type WholesaleVariantData = z.input<typeof WholesaleVariantShape>
