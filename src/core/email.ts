/**
 * Returns whether a text looks like one email address: something, an @, and a domain with a dot. No spaces, no
 * lists.
 */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 && /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+\.[^\s@<>,;:"()[\]\\.]{2,}$/.test(text)
  )
}

/** The domain of the addresses that replace erased ones; RFC 2606 reserves it, so that nothing reaches anybody there. */
export const ERASED_DOMAIN = 'erased.invalid'

/** Returns whether an address stands in place of one that was erased. */
export function isErasedEmail(email: string): boolean {
  return email.endsWith(`@${ERASED_DOMAIN}`)
}

/** Masks an address so that only its owner recognises it, such as `m•••@home.example`. */
export function maskEmail(email: string): string {
  return email.replace(/^(.)[^@]*/u, '$1•••')
}
