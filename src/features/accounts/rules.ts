import { HOUR } from '#ground/time.ts'

const DAY = 24 * HOUR

/** How long an access token is good. Sessions can be ended at any moment, so it need not be shorter. */
export const ACCESS_MS = HOUR

/** How long a refresh token is good; each use gives a new one. */
export const REFRESH_MS = 7 * DAY
