import { readSettings } from '../browser-settings.ts'

const AUTH_PATH = /^\/(login|signup)([?#]|$)/

/**
 * Returns whether a link leads to a page that needs a new document. Browsers apply the headers of the document, and
 * only those of sign-in pages allow the providers' scripts, if there are any.
 */
export function requiresAuthDocument(href: string): boolean {
  return AUTH_PATH.test(href) && readSettings().hasProviders === true
}

/**
 * Ensures that the document allows the providers' scripts; else it reloads the page and never resolves. A visitor who
 * was redirected to a sign-in page within the app still has the document of the previous page.
 */
export async function ensureAuthDocument(): Promise<void> {
  if (isAuthDocument()) return
  location.reload()
  return new Promise(() => undefined)
}

/** Returns whether the document was loaded with headers that allow the providers' scripts. */
export function isAuthDocument(): boolean {
  return styleNonce() !== undefined
}

/** Returns the nonce for a style that a provider's script writes into the page. */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content
}
