import { createHash, randomBytes } from 'node:crypto'

/** Creates a token: 256 random bits as text for headers, addresses and storage (base64url, RFC 4648 section 5). */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Hashes a token for storage by SHA-256. A slow hash is unnecessary, because 256 random bits cannot be guessed; and a
 * reader of the database cannot sign in with a hash.
 */
export function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}
