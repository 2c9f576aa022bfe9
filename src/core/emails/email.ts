/**
 * Returns whether a text looks like a single email address: characters, an @, and a domain with a dot. Texts with
 * spaces and lists of addresses are refused.
 */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 && /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+\.[^\s@<>,;:"()[\]\\.]{2,}$/.test(text)
  )
}

/** The domain of the addresses that replace erased ones. RFC 2606 reserves it, so emails to it are never delivered. */
export const ERASED_DOMAIN = 'erased.invalid'

/** Returns whether an address is the replacement of an erased one. */
export function isErasedEmail(email: string): boolean {
  return email.endsWith(`@${ERASED_DOMAIN}`)
}

/** Masks an address so that only its owner recognises it, such as `m•••@home.example`. */
export function maskEmail(email: string): string {
  return email.replace(/^(.)[^@]*/u, '$1•••')
}
