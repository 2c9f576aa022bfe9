import { readSettings } from '../browser-settings.ts'

const AUTH_PATH = /^\/(login|signup)([?#]|$)/

/**
 * Returns whether a link leads to a page that needs a document of its own. Browsers go by the headers of the
 * document, and only sign-in pages admit the providers' scripts, where there are any.
 */
export function requiresAuthDocument(href: string): boolean {
  return AUTH_PATH.test(href) && readSettings().hasProviders === true
}

/**
 * Ensures that the document admits the providers' scripts; else it reloads the page and never resolves. A visitor
 * who was led to a sign-in page without a link still has the document of the page before.
 */
export async function ensureAuthDocument(): Promise<void> {
  if (isAuthDocument()) return
  location.reload()
  return new Promise(() => undefined)
}

/** Returns whether the document was loaded with headers that admit the providers' scripts. */
export function isAuthDocument(): boolean {
  return styleNonce() !== undefined
}

/** Returns the nonce for a style that a provider's script writes into the page. */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content
}
