/** The security headers of every response. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
}

/** The content policy of responses that are not pages: they load nothing, and cannot be framed. */
export const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** The header and value that restrict browsers to https for a year, for a shop with an https address. */
export const HSTS_HEADER = ['strict-transport-security', 'max-age=31536000; includeSubDomains'] as const

/** Adds the headers that a response lacks; `isSecure` is whether the shop's address is https. */
export function addSecurityHeaders(headers: Headers, isSecure: boolean): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS))
    if (!headers.has(name)) headers.set(name, value)
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', NO_CONTENT_POLICY)
  if (isSecure) headers.set(...HSTS_HEADER)
}
