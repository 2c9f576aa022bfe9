/**
 * The waits before a silent provider is polled (again), in seconds. These are 1, 2, 5, 10, 30 minutes, 2 hours, a day. After the
 * last it is polled no more.
 */
export const POLL_AFTER_SECONDS: readonly number[] = [60, 120, 300, 600, 1800, 7200, 86_400]

/** The most pages that may be opened for one purchase. Each is polled for a day. */
export const MAX_ATTEMPTS = 10

/**
 * Returns the URL if it's an address of this shop, to which a shopper may be sent back; else undefined. Guards against
 * open redirects.
 */
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
