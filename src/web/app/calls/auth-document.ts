import { readSettings } from '../browser-settings.ts'

const AUTH_PATH = /^\/(login|signup)([?#]|$)/

/**
 * Whether a link leads to a page that is loaded as a document of its own: browsers go by the headers of the document, and
 * only those of entry let the scripts of providers in, where there are any.
 */
export function requiresAuthDocument(href: string): boolean {
  return AUTH_PATH.test(href) && readSettings().hasProviders === true
}

/**
 * Goes on in a document that lets the scripts of providers in: this one, or the page is loaded again, which nobody outlives.
 * A visitor who was led to a page of entry without a link still has the document of the page before.
 */
export async function ensureAuthDocument(): Promise<void> {
  if (isAuthDocument()) return
  location.reload()
  return new Promise(() => undefined)
}

/** Whether the document was loaded as one that lets the scripts of providers in. */
export function isAuthDocument(): boolean {
  return styleNonce() !== undefined
}

/** What lets a style through that a provider's script writes into the page. */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content
}
