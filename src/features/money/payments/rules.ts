/**
 * The waits before a silent provider is polled (again), in seconds. They are 1, 2, 5, 10 and 30 minutes, 2 hours, and a
 * day. After the last one polling ends.
 */
export const POLL_AFTER_SECONDS: readonly number[] = [60, 120, 300, 600, 1800, 7200, 86_400]

/** The most pages opened for one purchase. Each is polled for a day. */
export const MAX_ATTEMPTS = 10

/**
 * Returns the URL if it belongs to this shop, so that a shopper may be redirected to it; else undefined. This guards
 * against open redirects.
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
