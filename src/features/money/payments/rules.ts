/**
 * How long a silent provider is left alone before it is asked (again), in seconds: 1, 2, 5, 10, 30 minutes, 2 hours,
 * a day. After the last it is asked no more.
 */
export const POLL_AFTER_SECONDS: readonly number[] = [60, 120, 300, 600, 1800, 7200, 86_400]

/** How many pages may be opened for one thing that is to be paid: each is asked about for a day. */
export const MAX_ATTEMPTS = 10

/** Where the shopper may be sent back to: an address of this shop, else undefined. Guards against open redirects. */
export function resolveOwnUrl(
  target: string | undefined,
  publicUrl: string,
  fallback: string,
): string | undefined {
  if (!target) return publicUrl + fallback
  try {
    const url = new URL(target, publicUrl)
    return url.origin === new URL(publicUrl).origin ? url.href : undefined
  } catch {
    return undefined
  }
}
