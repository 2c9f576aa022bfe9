/**
 * Returns the address of a user's dashboard (HDR-18, PROD-13). It is the operator's configured one or this shop's
 * own, with the ID as parameter.
 */
export function dashboardHref(userId: string, dashboardUrl?: string): string {
  if (dashboardUrl === undefined) return `/dashboard?id=${encodeURIComponent(userId)}`
  const address = new URL(dashboardUrl)
  address.searchParams.set('id', userId)
  return address.href
}
