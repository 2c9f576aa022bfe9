import { HOUR, addMs } from '#core/time.ts'

const DAY = 24 * HOUR

/** The most items of a wishlist. */
export const MAX_WISHLIST_ITEMS = 1_000

/**
 * The price drop, in basis points of the last reported price, from which a price counts as lower. Prices that follow an
 * exchange rate change by less each day; the drop is reported once it adds up to this.
 */
export const MIN_DROP_BP = 100

/**
 * How long a higher price must last before drops are compared with it. Until then, a product whose price rises and
 * falls again causes no alert. The period matches Article 6a of Directive 98/6/EC: a reduction must be announced
 * against the lowest price of the last 30 days.
 */
export const PRICE_RESET_MS = 30 * DAY

/**
 * How long a product must be missing before it counts as out of stock. An unpaid order reserves the last unit for 15
 * minutes.
 */
export const MIN_ABSENCE_MS = HOUR

/** The minimum interval between back-in-stock alerts of one product. */
export const MIN_RETURN_INTERVAL_MS = DAY

/** The moments that separate alerts from short changes. */
export type AlertWindow = Readonly<{ now: Date; missingBy: Date; returnedBy: Date; dearerBy: Date }>

/** Returns the moments of an alert run at `now`. */
export function getAlertWindow(now: Date): AlertWindow {
  return {
    now,
    missingBy: addMs(now, -MIN_ABSENCE_MS),
    returnedBy: addMs(now, -MIN_RETURN_INTERVAL_MS),
    dearerBy: addMs(now, -PRICE_RESET_MS),
  }
}
