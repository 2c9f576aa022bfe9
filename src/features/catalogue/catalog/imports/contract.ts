import { z } from '@hono/zod-openapi'
import { idPattern } from '#core/ids.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { ACCOUNT_READ_LIMITS } from '#platform/http/limits/account-limits.ts'
import { ProductFilter } from '../management/product-list/contract.ts'

/** The largest accepted file in bytes. */
export const MAX_FILE_BYTES = 200_000_000
export const MAX_ROWS = 100_000

/** The number of a plan's products on one page, and of imports on one page of their list. */
export const PLAN_PAGE_SIZE = 50
export const IMPORTS_PAGE_SIZE = 20

const ImportId = z.string().regex(idPattern('productImport'), 'This is not an import id.')

/** The fields that a column of a file of any format may hold; see `MAPPED_FIELDS` of the import. */
const MappedFieldName = z.enum([
  'title',
  'price',
  'compareAt',
  'wholesale',
  'quantity',
  'sku',
  'barcode',
  'key',
  'description',
  'category',
  'image',
  'size',
  'color',
  'material',
  'weight',
  'metal',
  'stones',
  'origin',
  'tariff',
  'status',
  'warehouse',
])

/** The columns by field; a column is named as in the file's header. */
const Mapping = z.partialRecord(MappedFieldName, z.string().max(500))

const ImportState = z.enum([
  'unmapped',
  'reading',
  'planning',
  'planned',
  'applying',
  'applied',
  'cancelled',
  'failed',
])

const ProductImport = z
  .object({
    id: z.string(),
    state: ImportState,
    fileName: z.string(),
    fileSize: z.number(),
    /** `store` is an import of a connected store: `fileName` is then the store's name, and there is no file. */
    format: z.enum(['shopify', 'woocommerce', 'google', 'mapped', 'store']),
    /** The platform of the store that was read; null for files. */
    platform: z.enum(['shopify', 'woocommerce']).nullable(),
    /** The encoding by its common name, such as `Windows-1252`. */
    encoding: z.string(),
    /** When the stock in the file was counted. */
    countedAt: z.string(),
    createdAt: z.string(),
    plannedAt: z.string().nullable(),
    finishedAt: z.string().nullable(),
    /** Why the import failed. */
    failure: z.string().nullable(),
    rows: z.number(),
    /** The number of products planned or applied so far, and their total; null while that is unknown. */
    progress: z.object({ done: z.number(), total: z.number().nullable() }),
    counts: z.object({
      created: z.number(),
      changed: z.number(),
      unchanged: z.number(),
      conflicts: z.number(),
      refused: z.number(),
      applied: z.number(),
      /** Products that changed after the plan was made, or were refused when it was applied. */
      notApplied: z.number(),
    }),
  })
  .openapi('ProductImport')

const ImportDetail = ProductImport.extend({
  /** The header of the file and its first rows. */
  sample: z.object({ headers: z.array(z.string()), rows: z.array(z.array(z.string())) }),
  /** The fields of the columns, as mapped by the user, else as guessed. */
  mapping: Mapping,
}).openapi('ProductImportDetail')

const ImportItem = z
  .object({
    n: z.number(),
    action: z.enum(['create', 'change', 'unchanged', 'conflict', 'refuse']),
    outcome: z.enum(['applied', 'stale', 'rejected']).nullable(),
    title: z.string(),
    key: z.string().nullable(),
    lines: z.object({ first: z.number(), last: z.number() }),
    reason: z.string().nullable(),
    /** The values that are imported differently from the file. */
    notes: z.array(z.object({ line: z.number(), text: z.string() })),
    changes: z.array(
      z.object({
        field: z.string(),
        variant: z.string().nullable(),
        before: z.string().nullable(),
        after: z.string().nullable(),
      }),
    ),
  })
  .openapi('ProductImportItem')

const ById = z.object({ id: ImportId })

/** The response of calls that start, change or read an import. */
export const ImportAnswer = Envelope.extend({ import: ImportDetail })

export const uploadProductFile = endpoint({
  method: 'POST',
  path: '/supplier/imports',
  summary:
    'Stores a file of products (Shopify or WooCommerce CSV, Google Merchant XML, or any CSV) up to 200 MB and 100,000 rows, and plans what it would change; a CSV whose columns are not known waits for them',
  access: { manufacturer: 'products:write' },
  query: z.object({
    name: z.string().min(1).max(255),
    /** When the stock in the file was counted; now if omitted, and never in the future. */
    countedAt: z.iso.datetime({ offset: true }).optional(),
    /** The encoding, such as `windows-1250`; detected if omitted. */
    encoding: z.string().max(40).optional(),
  }),
  takes: 'stream',
  body: z
    .custom<AsyncIterable<Uint8Array>>((value) => typeof value === 'object')
    .openapi({
      type: 'string',
      format: 'binary',
    }),
  answer: ImportAnswer,
  refusals: ['body_too_large', 'unknown_feed', 'unknown_encoding', 'no_store', 'too_many_files'],
  limit: { calls: 30, windowMs: HOUR, scope: 'account' },
  maxBytes: MAX_FILE_BYTES,
})

export const listProductImports = endpoint({
  method: 'GET',
  path: '/supplier/imports',
  summary: 'Lists the imports of your store, newest first, 20 a page',
  access: { manufacturer: 'products:read' },
  query: z.object({ page: z.coerce.number().int().min(1).max(10_000).default(1) }),
  answer: Envelope.extend({
    imports: z.array(ProductImport),
    total: z.number(),
    page: z.number(),
    pages: z.number(),
  }),
  limit: ACCOUNT_READ_LIMITS.page,
})

export const readProductImport = endpoint({
  method: 'GET',
  path: '/supplier/imports/{id}',
  summary: 'Returns an import with its state, progress and counts',
  access: { manufacturer: 'products:read' },
  params: ById,
  answer: ImportAnswer,
  limit: ACCOUNT_READ_LIMITS.row,
})

export const listImportItems = endpoint({
  method: 'GET',
  path: '/supplier/imports/{id}/items',
  summary: 'Lists the products of a plan, 50 a page: new ones, changes by field, and why a row is refused',
  access: { manufacturer: 'products:read' },
  readsReplica: 'current',
  params: ById,
  query: z.object({
    tab: z
      .enum(['created', 'changed', 'unchanged', 'conflicts', 'refused', 'not_applied'])
      .default('changed'),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
  }),
  answer: Envelope.extend({
    items: z.array(ImportItem),
    total: z.number(),
    page: z.number(),
    pages: z.number(),
  }),
  limit: ACCOUNT_READ_LIMITS.page,
})

export const planProductImport = endpoint({
  method: 'POST',
  path: '/supplier/imports/{id}/plan',
  summary:
    'Creates the plan again, with the given column mapping if any, which is saved for files with the same header. A connected store is read again',
  access: { manufacturer: 'products:write' },
  params: ById,
  body: z.object({ mapping: Mapping.optional() }),
  answer: ImportAnswer,
  refusals: ['import_not_found', 'import_busy', 'column_missing', 'store_disconnected'],
  limit: { calls: 30, windowMs: MINUTE, scope: 'account' },
})

export const applyProductImport = endpoint({
  method: 'POST',
  path: '/supplier/imports/{id}/apply',
  summary: 'Applies the plan; products that have changed since it was created are skipped',
  access: { manufacturer: 'products:write' },
  params: ById,
  body: z.object({}),
  answer: ImportAnswer,
  refusals: ['import_not_found', 'import_not_planned'],
  limit: { calls: 30, windowMs: MINUTE, scope: 'account' },
})

export const cancelProductImport = endpoint({
  method: 'POST',
  path: '/supplier/imports/{id}/cancel',
  summary: 'Cancels an import; products already written stay',
  access: { manufacturer: 'products:write' },
  params: ById,
  body: z.object({}),
  answer: ImportAnswer,
  refusals: ['import_not_found', 'import_finished'],
  limit: { calls: 30, windowMs: MINUTE, scope: 'account' },
})

export const exportProducts = endpoint({
  method: 'GET',
  path: '/supplier/product-export',
  summary:
    'Exports the products of your store, all or those of a view, a category or a search, as a Shopify product CSV; importing it again changes nothing',
  access: { manufacturer: 'products:read' },
  readsReplica: 'current',
  query: z.object(ProductFilter),
  answer: z.string(),
  limit: { calls: 10, windowMs: MINUTE, scope: 'account' },
})

export type ProductImportData = z.input<typeof ProductImport>
export type ImportDetailData = z.input<typeof ImportDetail>
export type ImportItemData = z.input<typeof ImportItem>
export type ImportTab = z.output<typeof listImportItems.query>['tab']
