import { z } from '@hono/zod-openapi'

/** The modes of a store's holiday: sell with a later ship-by date, or pause sales. */
export const HOLIDAY_MODES = ['later', 'pause'] as const

const Day = z.iso.date('Enter a date.')

/** The first and last day of a holiday, both inclusive, and its mode. */
export const HolidaySettings = z.object({ from: Day, to: Day, mode: z.enum(HOLIDAY_MODES) })

/** A store's holiday as shoppers see it. */
export const StoreHoliday = z.object({
  from: z.string(),
  to: z.string(),
  mode: z.enum(HOLIDAY_MODES),
  message: z.string(),
  timeZone: z.string(),
})

/** The input type of `StoreHoliday`. */
export type StoreHolidayData = z.input<typeof StoreHoliday>
