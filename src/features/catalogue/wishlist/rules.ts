import { HOUR, later } from '#core/time.ts'

const DAY = 24 * HOUR

/** More than anybody keeps in mind. */
export const MOST_WISHES = 1_000

/**
 * A price is lower when it is so many basis points below the one last told: prices that follow an exchange rate move by
 * less every day, and are told once that has come together.
 */
export const WORTH_TELLING_BP = 100

/**
 * A higher price becomes the one to compare with when it has stood for so long; until then a piece that goes up and comes
 * down again is no news. These are the 30 days whose lowest price a reduction must be announced against by Article 6a of
 * Directive 98/6/EC.
 */
export const DEARER_FOR_MS = 30 * DAY

/** A piece was away when it was missing for so long: an order that is not paid holds the last one for a quarter of an hour. */
export const MISSING_FOR_MS = HOUR

/** Returns of one piece are told so far apart at the least. */
export const RETURNS_APART_MS = DAY

/** The moments by which a look at the wished pieces tells news from flicker. */
export type Look = Readonly<{ now: Date; missingBy: Date; returnedBy: Date; dearerBy: Date }>

/** Those moments for a look at `now`. */
export function lookAt(now: Date): Look {
  return {
    now,
    missingBy: later(now, -MISSING_FOR_MS),
    returnedBy: later(now, -RETURNS_APART_MS),
    dearerBy: later(now, -DEARER_FOR_MS),
  }
}
