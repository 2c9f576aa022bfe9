import { z } from '@hono/zod-openapi'
import { idPattern } from '#core/ids.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { ListedProduct } from '../product-list/contract.ts'
import { MAX_SELECTED_PRODUCTS } from '../product-list/shapes.ts'
import { ProductId, VariantId } from '../../shapes.ts'
import { CHANGE_SOURCES, EDIT_FIELDS } from './shapes.ts'

const WRITE_LIMIT = { calls: 240, windowMs: 60_000 }
const BULK_LIMIT = { calls: 60, windowMs: 60_000 }

const Cents = z
  .int('Enter the amount in whole cents.')
  .min(0, 'Enter an amount of 0 or more.')
  .max(1_000_000_000, 'Enter an amount up to $10,000,000.')
const Quantity = z
  .int('Enter a whole quantity.')
  .min(0, 'Enter a quantity of 0 or more.')
  .max(1_000_000, 'Enter a quantity up to 1,000,000.')
/** A percentage in hundredths of a percent: 1250 is 12.5 %. */
const BasisPoints = z
  .int()
  .min(1, 'Enter a percentage above 0.')
  .max(100_000, 'Enter a percentage up to 1,000.')
const Status = z.enum(['active', 'draft', 'archived'])

const VariantEdit = z.discriminatedUnion('field', [
  z.object({ field: z.literal('price'), before: z.int(), after: Cents }),
  z.object({ field: z.literal('wholesale'), before: z.int().nullable(), after: Cents.nullable() }),
  z.object({ field: z.literal('stock'), before: z.int(), after: Quantity }),
])

export const editVariant = endpoint({
  method: 'POST',
  path: '/supplier/products/{id}/variants/{variant}',
  summary:
    'Changes the price, the wholesale price or the stock of a variant. It is refused with `value_changed` when the value is no longer `before`; money in cents',
  access: { manufacturer: 'products:write' },
  params: z.object({ id: z.string().max(100), variant: z.string().max(100) }),
  body: VariantEdit,
  answer: Envelope.extend({ product: ListedProduct }),
  refusals: ['no_store', 'product_not_found', 'value_changed', 'change_refused'],
  limit: WRITE_LIMIT,
})

/** The change: set to a value, or raised or lowered by an amount in cents or a percentage in basis points. */
const Change = z.union([
  z.object({ field: z.literal('price'), mode: z.literal('set'), cents: Cents }),
  z.object({ field: z.literal('wholesale'), mode: z.literal('set'), cents: Cents.nullable() }),
  z.object({ field: z.enum(['price', 'wholesale']), mode: z.enum(['raise', 'lower']), cents: Cents }),
  z.object({
    field: z.enum(['price', 'wholesale']),
    mode: z.enum(['raise', 'lower']),
    basisPoints: BasisPoints,
  }),
  z.object({ field: z.literal('wholesale'), mode: z.literal('share_of_price'), basisPoints: BasisPoints }),
  z.object({ field: z.literal('stock'), mode: z.literal('set'), quantity: Quantity }),
  z.object({
    field: z.literal('stock'),
    mode: z.literal('add'),
    quantity: z.int('Enter a whole quantity.').min(-1_000_000).max(1_000_000),
  }),
  z.object({ field: z.literal('status'), mode: z.literal('set'), status: Status }),
])

/** Cents, units or a status; null is no wholesale price. */
const Value = z.union([z.number(), Status]).nullable()

const EditRow = z.object({
  productId: ProductId,
  title: z.string(),
  /** Null for a change of the product itself. */
  variantId: VariantId.nullable(),
  variant: z.string(),
  sku: z.string(),
  before: Value,
  after: Value,
  /** Why the value will not change, or did not. */
  problem: z.string().nullable(),
})

const ProductEdit = z
  .object({
    id: z.string(),
    field: z.enum(EDIT_FIELDS),
    state: z.enum(['preview', 'applied', 'undone']),
    /** The first 500 rows; if there are more, refused ones come first. */
    rows: z.array(EditRow),
    /** The number of products with changes. */
    products: z.number(),
    changes: z.number(),
    refused: z.number(),
    /** The number of rows that already have the value. */
    unchanged: z.number(),
  })
  .openapi('ProductEdit')

export const previewProductEdit = endpoint({
  method: 'POST',
  path: '/supplier/product-edits',
  summary:
    'Prepares a change of up to 5,000 products and returns exactly what it would change, row by row; nothing changes until it is applied',
  access: { manufacturer: 'products:write' },
  body: z.object({
    products: z.array(ProductId).min(1).max(MAX_SELECTED_PRODUCTS, 'Select up to 5,000 products at once.'),
    change: Change,
  }),
  answer: Envelope.extend({
    edit: ProductEdit,
    /** The number of vendors who have selected one of the products for their stores. */
    vendors: z.number(),
  }),
  refusals: ['no_store', 'product_not_found'],
  limit: BULK_LIMIT,
  maxBytes: 512_000,
})

const EditParams = z.object({ id: z.string().regex(idPattern('productEdit'), 'This is not a bulk edit.') })

export const applyProductEdit = endpoint({
  method: 'POST',
  path: '/supplier/product-edits/{id}/apply',
  summary:
    'Applies the changes of a preview; rows whose value has changed since are refused. Repeating it changes nothing',
  access: { manufacturer: 'products:write' },
  params: EditParams,
  answer: Envelope.extend({ edit: ProductEdit }),
  refusals: ['no_store', 'edit_not_found', 'edit_undone'],
  limit: BULK_LIMIT,
})

export const undoProductEdit = endpoint({
  method: 'POST',
  path: '/supplier/product-edits/{id}/undo',
  summary: 'Undoes a bulk edit; values changed since then stay',
  access: { manufacturer: 'products:write' },
  params: EditParams,
  answer: Envelope.extend({ edit: ProductEdit }),
  refusals: ['no_store', 'edit_not_found', 'edit_not_applied'],
  limit: BULK_LIMIT,
})

const HistoryEntry = z.object({
  id: z.string(),
  changedAt: z.string(),
  /** The account that made the change; null if it is deleted or no account made it. */
  by: z.string().nullable(),
  source: z.enum([...CHANGE_SOURCES, 'order']),
  field: z.enum(EDIT_FIELDS),
  variant: z.string(),
  sku: z.string(),
  /** Both are null for a change of stock by an order, with `units`. */
  before: Value,
  after: Value,
  units: z.number().nullable(),
  /** The order that reserved or sold units, or released them because it expired, was cancelled or rejected. */
  order: z
    .object({
      id: z.string(),
      number: z.string(),
      event: z.enum(['reserved', 'sold', 'expired', 'cancelled', 'rejected']),
    })
    .nullable(),
})

export const listProductChanges = endpoint({
  method: 'GET',
  path: '/supplier/products/{id}/changes',
  summary:
    'Lists the price, stock and status changes of one of your products, including stock changes from orders, newest first, 50 a page; `next` is the `before` of the next one',
  access: { manufacturer: 'products:read' },
  readsReplica: 'current',
  params: z.object({ id: z.string().max(100) }),
  query: z.object({ before: z.string().max(50).optional() }),
  answer: Envelope.extend({ changes: z.array(HistoryEntry), next: z.string().nullable() }),
  refusals: ['no_store', 'product_not_found'],
  limit: WRITE_LIMIT,
})

export type ProductEditData = z.input<typeof ProductEdit>
export type ProductEditRowData = z.input<typeof EditRow>
export type BulkChangeData = z.output<typeof Change>
export type HistoryEntryData = z.input<typeof HistoryEntry>
