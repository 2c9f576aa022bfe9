import { z } from '@hono/zod-openapi'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { ZONE_SERVICES } from '#core/shipping/warehouse-rules.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { ACCOUNT_READ_LIMITS } from '#platform/http/limits/account-limits.ts'

const Days = z.int('Enter whole days.').min(1, 'Enter at least 1 day.').max(90, 'Enter at most 90 days.')

/** The shipping price in cents of a parcel that weighs more than `overGrams`, including packing. */
const WeightBand = z.object({
  overGrams: z.int('Enter whole grams.').min(0).max(100_000, 'Enter at most 100,000 g.'),
  amountCents: z.int('Enter an amount such as 4.50.').min(0).max(10_000_000),
})

/**
 * A service of a zone; a single weight band is a flat fee. `freeFromCents` is the value of the supplier's own part of a
 * cart.
 */
const ZoneService = z.object({
  service: z.enum(ZONE_SERVICES),
  minDays: Days,
  maxDays: Days,
  freeFromCents: z.int().min(1).max(1_000_000_000).nullable(),
  bands: z.array(WeightBand).min(1, 'Enter a fee.').max(20, 'Enter at most 20 weights.'),
})

/** Countries with the same shipping price; `isRest` means all that no other zone has. */
const ShippingZone = z
  .object({
    name: z.string().overwrite(toSingleLine).min(1, 'Enter a name.').max(60, 'Use at most 60 characters.'),
    isRest: z.boolean(),
    countries: z.array(z.string().regex(/^[A-Z]{2}$/, 'Choose a country.')).max(250),
    services: z.array(ZoneService).min(1, 'Add a service.').max(ZONE_SERVICES.length),
  })
  .openapi('ShippingZone')

/**
 * A warehouse of yours with its rules; `revision` is 0 before the first save. Without zones the marketplace's rules
 * apply.
 */
const WarehouseRules = z
  .object({
    warehouse: z.string(),
    country: z.string(),
    revision: z.number(),
    zones: z.array(ShippingZone),
  })
  .openapi('WarehouseShippingRules')

export const listWarehouseRules = endpoint({
  method: 'GET',
  path: '/supplier/shipping-rules',
  summary: 'Lists your warehouses with their shipping rules',
  access: { manufacturer: 'settings:read' },
  answer: Envelope.extend({ warehouses: z.array(WarehouseRules) }),
  limit: ACCOUNT_READ_LIMITS.row,
})

export const saveWarehouseRules = endpoint({
  method: 'POST',
  path: '/supplier/shipping-rules',
  summary:
    'Saves the shipping rules of a warehouse; without zones the marketplace’s rules apply again. An outdated revision is refused',
  access: { manufacturer: 'settings:write' },
  body: z.object({
    warehouse: z.string().min(1).max(200),
    revision: z.int().min(0),
    zones: z.array(ShippingZone).max(20, 'Add at most 20 zones.'),
  }),
  answer: Envelope.extend({ warehouses: z.array(WarehouseRules) }),
  refusals: ['warehouse_not_found', 'shipping_rules_wrong', 'shipping_rules_changed'],
  limit: { calls: 60, windowMs: 60_000 },
})

export type WarehouseRulesData = z.input<typeof WarehouseRules>
export type WarehouseRulesForm = z.output<typeof saveWarehouseRules.body>
