import { readSettings } from '../shop-settings.ts'

const ENTRY = /^\/(login|signup)([?#]|$)/

/**
 * Whether a link leads to a page that is loaded as a document of its own: browsers go by the headers of the document, and
 * only those of entry let the scripts of providers in, where there are any.
 */
export function isOwnDocument(href: string): boolean {
  return ENTRY.test(href) && readSettings().hasProviders === true
}

/**
 * Goes on in a document that lets the scripts of providers in: this one, or the page is loaded anew, which nobody outlives.
 * Whoever was led to a page of entry without a link still has the document of the page before.
 */
export async function inOwnDocument(): Promise<void> {
  if (isEntryDocument()) return
  location.reload()
  return new Promise(() => undefined)
}

/** Whether the document was loaded as one that lets the scripts of providers in. */
export function isEntryDocument(): boolean {
  return styleNonce() !== undefined
}

/** What lets a style through that a provider's script writes into the page. */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content
}
