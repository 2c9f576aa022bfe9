import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { HolidaySettings, StoreHoliday } from './shapes.ts'

const LIMIT = { calls: 60, windowMs: MINUTE }

const TimeZone = z.string().min(1, 'Choose a time zone.').max(60)

const HandlingForm = z.object({
  /** 0 means the day of payment, which requires a cut-off time. */
  leadDays: z.int('Enter whole days.').min(0, 'Enter 0 or more.').max(60, 'Enter up to 60 days.'),
  cutOff: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 14:00.')
    .nullable(),
  timeZone: TimeZone,
  /** Weekdays of ISO 8601: 1 is Monday. */
  workingDays: z
    .array(z.int().min(1).max(7))
    .min(1, 'Choose at least one working day.')
    .max(7)
    .transform((days) => [...new Set(days)].toSorted((a, b) => a - b)),
})

const Warehouse = z.object({
  id: z.number(),
  name: z.string(),
  country: z.string(),
  /** Null while nothing is set: the marketplace's default of two business days applies. */
  handling: z
    .object({
      leadDays: z.number(),
      cutOff: z.string().nullable(),
      timeZone: z.string(),
      workingDays: z.array(z.number()),
    })
    .nullable(),
  /** The ship-by date of an order that is paid now. */
  shipBy: z.string(),
})

const Promises = z.object({
  warehouses: z.array(Warehouse),
  holiday: StoreHoliday.extend({ isNow: z.boolean() }).nullable(),
})

export const readHandling = endpoint({
  method: 'GET',
  path: '/supplier/handling',
  summary: 'Returns the handling times of your warehouses and the holiday of your store',
  access: { manufacturer: 'settings:read' },
  answer: Envelope.extend({ promises: Promises }),
  refusals: ['no_store'],
  limit: LIMIT,
})

export const saveHandling = endpoint({
  method: 'POST',
  path: '/supplier/handling/{warehouse}',
  summary:
    'Sets the handling time of a warehouse. It gives new orders their ship-by date; earlier ones keep theirs',
  access: { manufacturer: 'settings:write' },
  params: z.object({ warehouse: z.coerce.number<string | number>().int().min(1) }),
  body: HandlingForm,
  answer: Envelope.extend({ promises: Promises }),
  refusals: ['no_store', 'warehouse_not_found', 'unknown_time_zone', 'cut_off_missing'],
  limit: LIMIT,
})

export const saveHoliday = endpoint({
  method: 'POST',
  path: '/supplier/holiday',
  summary:
    'Sets the holiday of your store, first and last day included: products stay on sale with a later ship-by date, or sales pause',
  access: { manufacturer: 'settings:write' },
  body: HolidaySettings.extend({
    message: z.string().overwrite(toSingleLine).max(300, 'Use at most 300 characters.'),
    timeZone: TimeZone,
  }),
  answer: Envelope.extend({ promises: Promises }),
  refusals: ['no_store', 'holiday_dates', 'unknown_time_zone'],
  limit: LIMIT,
})

export const endHoliday = endpoint({
  method: 'POST',
  path: '/supplier/holiday/end',
  summary: 'Ends the holiday of your store; without one nothing changes',
  access: { manufacturer: 'settings:write' },
  body: z.object({}),
  answer: Envelope.extend({ promises: Promises }),
  refusals: ['no_store'],
  limit: LIMIT,
})

export type HandlingFormData = z.output<typeof HandlingForm>
export type HolidayFormData = z.output<typeof saveHoliday.body>
export type PromisesData = z.input<typeof Promises>
export type WarehousePromiseData = z.input<typeof Warehouse>
