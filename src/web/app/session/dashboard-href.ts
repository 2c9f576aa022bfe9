/** Where the dashboard of a person is: at the operator's address or this shop's own, with the id as parameter (HDR-18, PROD-13). */
export function dashboardHref(userId: string, dashboardUrl?: string): string {
  if (dashboardUrl === undefined) return `/dashboard?id=${encodeURIComponent(userId)}`
  const address = new URL(dashboardUrl)
  address.searchParams.set('id', userId)
  return address.href
}
