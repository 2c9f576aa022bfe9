import { z } from '@hono/zod-openapi'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { ACCOUNT_READ_LIMITS } from '#platform/http/limits/account-limits.ts'
import { PostalAddressShape } from '../contract.ts'
import { ADDRESS_PURPOSES, RETURN_PAYERS } from './shapes.ts'

const WRITE_LIMIT = { calls: 60, windowMs: 60_000 }

const Instructions = z.string().trim().max(1_000, 'Use at most 1,000 characters.')

/** A warehouse of yours with the address where it hands parcels over, and the one for returns; null while not set. */
const WarehouseAddresses = z
  .object({
    id: z.number(),
    name: z.string(),
    country: z.string(),
    sender: PostalAddressShape.nullable(),
    returns: PostalAddressShape.nullable(),
  })
  .openapi('WarehouseAddresses')

/** Who pays for returning items that a buyer does not want, and the instructions for an agreed return. */
const ReturnPolicy = z.object({ paidBy: z.enum(RETURN_PAYERS), instructions: z.string() })

const WarehousesResponse = Envelope.extend({
  warehouses: z.array(WarehouseAddresses),
  returnPolicy: ReturnPolicy,
})

export const listWarehouseAddresses = endpoint({
  method: 'GET',
  path: '/supplier/warehouse-addresses',
  summary: 'Lists your warehouses with their addresses, and who pays for returns',
  access: { manufacturer: 'orders:read' },
  answer: WarehousesResponse,
  refusals: ['no_store'],
  limit: ACCOUNT_READ_LIMITS.row,
})

export const saveWarehouseAddress = endpoint({
  method: 'POST',
  path: '/supplier/warehouse-addresses/{warehouse}/{purpose}',
  summary:
    'Sets where a warehouse of yours hands parcels over (`sender`, in the warehouse’s country) or takes returns (`returns`); null removes the address. Returns without an address of their own go to the sender',
  access: { manufacturer: 'settings:write' },
  params: z.object({
    warehouse: z.coerce.number<string | number>().int().min(1),
    purpose: z.enum(ADDRESS_PURPOSES),
  }),
  body: z.object({ address: PostalAddressShape.nullable() }),
  answer: WarehousesResponse,
  refusals: [
    'no_store',
    'warehouse_not_found',
    'unknown_country',
    'country_differs',
    'bad_postcode',
    'bad_phone',
    'state_missing',
  ],
  limit: WRITE_LIMIT,
})

export const saveReturnPolicy = endpoint({
  method: 'POST',
  path: '/supplier/return-policy',
  summary:
    'Sets who pays for sending back what a buyer does not want, for orders that are placed from now on, and what buyers read when a return is agreed',
  access: { manufacturer: 'settings:write' },
  body: z.object({ paidBy: z.enum(RETURN_PAYERS), instructions: Instructions.default('') }),
  answer: WarehousesResponse,
  refusals: ['no_store'],
  limit: WRITE_LIMIT,
})

export type WarehouseAddressesData = z.input<typeof WarehouseAddresses>
export type ReturnPolicyData = z.input<typeof ReturnPolicy>
