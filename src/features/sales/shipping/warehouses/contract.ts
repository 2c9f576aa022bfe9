import { z } from '@hono/zod-openapi'
import { idPattern } from '#core/ids.ts'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { ACCOUNT_READ_LIMITS } from '#platform/http/limits/account-limits.ts'

const WRITE_LIMIT = { calls: 60, windowMs: 60_000 }

const ProductId = z.string().regex(idPattern('product'), 'This is not a product.')

const WarehouseKey = z.coerce.number<string | number>().int().min(1)

/** A warehouse of yours, and its number of products. Archived ones are last. */
const Warehouse = z
  .object({
    id: z.number(),
    name: z.string(),
    country: z.string(),
    isArchived: z.boolean(),
    products: z.number(),
  })
  .openapi('Warehouse')

const WarehouseForm = z.object({
  name: z
    .string()
    .overwrite(toSingleLine)
    .min(1, 'Enter a name.')
    .max(80, 'Use at most 80 characters for the name.'),
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, 'Choose a country.'),
})

const WarehousesResponse = Envelope.extend({ warehouses: z.array(Warehouse) })

export const listWarehouses = endpoint({
  method: 'GET',
  path: '/supplier/warehouses',
  summary: 'Lists your warehouses with the number of products in each',
  access: { manufacturer: 'store:read' },
  answer: WarehousesResponse,
  refusals: ['no_store'],
  limit: ACCOUNT_READ_LIMITS.row,
})

export const addWarehouse = endpoint({
  method: 'POST',
  path: '/supplier/warehouses',
  summary:
    'Adds a warehouse, which has the marketplace’s handling time and shipping rates until you set its own',
  access: { manufacturer: 'settings:write' },
  body: WarehouseForm,
  answer: WarehousesResponse,
  refusals: ['no_store', 'unknown_country', 'warehouse_name_taken', 'too_many_warehouses'],
  limit: WRITE_LIMIT,
})

export const changeWarehouse = endpoint({
  method: 'POST',
  path: '/supplier/warehouses/{warehouse}',
  summary:
    'Sets the name and country of a warehouse. Orders keep the name that it had; another country removes its sender address',
  access: { manufacturer: 'settings:write' },
  params: z.object({ warehouse: WarehouseKey }),
  body: WarehouseForm,
  answer: WarehousesResponse,
  refusals: ['no_store', 'warehouse_not_found', 'unknown_country', 'warehouse_name_taken'],
  limit: WRITE_LIMIT,
})

export const archiveWarehouse = endpoint({
  method: 'POST',
  path: '/supplier/warehouses/{warehouse}/archive',
  summary:
    'Archives a warehouse and moves its products to another one. Its orders still leave from it, and it can be restored',
  access: { manufacturer: 'settings:write' },
  params: z.object({ warehouse: WarehouseKey }),
  body: z.object({ moveTo: z.int().min(1) }),
  answer: WarehousesResponse,
  refusals: ['no_store', 'warehouse_not_found', 'warehouse_archived'],
  limit: WRITE_LIMIT,
})

export const restoreWarehouse = endpoint({
  method: 'POST',
  path: '/supplier/warehouses/{warehouse}/restore',
  summary: 'Restores an archived warehouse, with no products',
  access: { manufacturer: 'settings:write' },
  params: z.object({ warehouse: WarehouseKey }),
  body: z.object({}),
  answer: WarehousesResponse,
  refusals: ['no_store', 'warehouse_not_found', 'too_many_warehouses'],
  limit: WRITE_LIMIT,
})

export const moveToWarehouse = endpoint({
  method: 'POST',
  path: '/supplier/warehouses/{warehouse}/products',
  summary:
    'Moves up to 5,000 products to a warehouse. Orders placed before still leave from where the products were',
  access: { manufacturer: 'products:write' },
  params: z.object({ warehouse: WarehouseKey }),
  body: z.object({
    products: z.array(ProductId).min(1).max(5_000, 'Select up to 5,000 products at once.'),
  }),
  answer: Envelope.extend({
    /** The number of products that came from another warehouse. */
    moved: z.number(),
  }),
  refusals: ['no_store', 'warehouse_not_found', 'warehouse_archived', 'product_not_found'],
  limit: WRITE_LIMIT,
  maxBytes: 512_000,
})

export type WarehouseData = z.input<typeof Warehouse>
export type WarehouseFormData = z.output<typeof WarehouseForm>
