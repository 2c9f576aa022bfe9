/** The security headers of every response. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
}

/** The policy of answers that are no pages: they load nothing, and can't be framed. */
export const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Asks browsers to come by https only, for a year: header and value, for a shop whose address is https. */
export const HSTS_HEADER = ['strict-transport-security', 'max-age=31536000; includeSubDomains'] as const

/** Adds the headers that a response does not have already; `isSecure` says whether the shop's address is https. */
export function addSecurityHeaders(headers: Headers, isSecure: boolean): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS))
    if (!headers.has(name)) headers.set(name, value)
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', NO_CONTENT_POLICY)
  if (isSecure) headers.set(...HSTS_HEADER)
}
