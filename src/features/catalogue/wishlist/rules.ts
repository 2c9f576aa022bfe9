import { HOUR, addMs } from '#core/time.ts'

const DAY = 24 * HOUR

/** The most items of a wishlist. */
export const MAX_WISHLIST_ITEMS = 1_000

/**
 * The basis points below the last reported price from which a price counts as lower. Prices that follow an exchange
 * rate move by less every day, and are reported once that has come together.
 */
export const MIN_DROP_BP = 100

/**
 * How long a higher price must last until drops are compared with it. Until then a product whose price rises and falls
 * again causes no alert. These are the 30 days whose lowest price a reduction must be announced against by Article 6a
 * of Directive 98/6/EC.
 */
export const PRICE_RESET_MS = 30 * DAY

/**
 * How long a product has to be missing to count as away. An order that is not paid holds the last one for a quarter of
 * an hour.
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
