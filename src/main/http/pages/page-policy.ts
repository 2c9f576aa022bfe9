import { createHash, randomBytes } from 'node:crypto'
import type { SignInSettings } from '#platform/config/config.ts'

/** The exceptions of a page's policy: sources by directive, and headers that are relaxed for it. */
export type PolicyExceptions = Readonly<{
  sources: Readonly<Record<string, readonly string[]>>
  headers: Readonly<Record<string, string>>
  /** The tag in the page's head that the provider's scripts need. */
  tag: string
}>

/** The pages with sign-in by providers. */
const SIGN_IN_PATHS = /^\/(login|signup)$/

/**
 * The sources that Google's and Facebook's scripts need, by their documentation: see the decision on social sign-in.
 */
const PROVIDER_SOURCES = {
  google: {
    'script-src': ['https://accounts.google.com/gsi/client'],
    'style-src': ['https://accounts.google.com/gsi/style'],
    'frame-src': ['https://accounts.google.com/gsi/'],
    'connect-src': ['https://accounts.google.com/gsi/'],
  },
  facebook: {
    'script-src': ['https://connect.facebook.net'],
    'style-src': [],
    'frame-src': ['https://www.facebook.com'],
    'connect-src': ['https://www.facebook.com', 'https://graph.facebook.com'],
  },
} as const

/**
 * Returns the exceptions to the content security policy of the page at `pathname`. Only sign-in pages with configured
 * providers have any. The providers' popups must communicate with the page that opened them; and Google's script
 * writes an inline style, which its nonce allows.
 */
export function getPolicyExceptions(
  pathname: string,
  { google, facebook }: SignInSettings,
): PolicyExceptions | undefined {
  const providers = [
    ...(google ? [PROVIDER_SOURCES.google] : []),
    ...(facebook ? [PROVIDER_SOURCES.facebook] : []),
  ]
  if (providers.length === 0 || !SIGN_IN_PATHS.test(pathname)) return undefined
  const nonce = randomBytes(16).toString('base64url')
  const collectSources = (directive: keyof (typeof PROVIDER_SOURCES)['google']) =>
    providers.flatMap((needed) => needed[directive])
  return {
    sources: {
      'script-src': collectSources('script-src'),
      'style-src': [...collectSources('style-src'), `'nonce-${nonce}'`],
      'frame-src': collectSources('frame-src'),
      'connect-src': ["'self'", ...collectSources('connect-src')],
    },
    headers: { 'cross-origin-opener-policy': 'same-origin-allow-popups' },
    tag: `<meta name="style-nonce" content="${nonce}">`,
  }
}

/**
 * Returns the content security policy of a page. Scripts are our own files or exactly these inline scripts; a nonce
 * could not be cached with the page.
 */
export function contentPolicy(scripts: readonly string[], exceptions?: PolicyExceptions): string {
  const hashes = new Set(
    scripts.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`),
  )
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...hashes],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'media-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
  }
  const extraSources = exceptions?.sources ?? {}
  return [...new Set([...Object.keys(directives), ...Object.keys(extraSources)])]
    .map((directive) =>
      [directive, ...(directives[directive] ?? []), ...(extraSources[directive] ?? [])].join(' '),
    )
    .join('; ')
}
