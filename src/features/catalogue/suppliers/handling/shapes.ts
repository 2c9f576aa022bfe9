import { z } from '@hono/zod-openapi'

/** A store's behaviour on holiday: sell with a later promise, or pause. */
export const HOLIDAY_MODES = ['later', 'pause'] as const

const Day = z.iso.date('Enter a date.')

/** The days of a holiday, the first and the last included, and what happens meanwhile. */
export const HolidaySettings = z.object({ from: Day, to: Day, mode: z.enum(HOLIDAY_MODES) })

/** A store's holiday as shoppers may know it. */
export const StoreHoliday = z.object({
  from: z.string(),
  to: z.string(),
  mode: z.enum(HOLIDAY_MODES),
  message: z.string(),
  timeZone: z.string(),
})

/** The same, as the code passes it around. */
export type StoreHolidayData = z.input<typeof StoreHoliday>
