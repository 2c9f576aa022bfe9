import { createCipheriv, createDecipheriv, randomBytes, scrypt, type ScryptOptions } from 'node:crypto'

/** A secret encrypted by a passphrase, as JSON: all parts in base64. */
export type PassphraseSealed = Readonly<{ salt: string; iv: string; tag: string; text: string }>

// 128 MB and about half a second for each guess (RFC 7914; OWASP recommends N = 2^17, r = 8, p = 1).
const COST: ScryptOptions = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
const KEY_BYTES = 32
const MIN_LENGTH = 12

/**
 * Encrypts a secret by a passphrase (scrypt, AES-256-GCM). Throws when the passphrase is shorter than twelve
 * characters.
 */
export async function sealByPassphrase(secret: Buffer, passphrase: string): Promise<PassphraseSealed> {
  if (passphrase.length < MIN_LENGTH)
    throw new Error(`The passphrase is too short: use at least ${MIN_LENGTH} characters.`)
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', await deriveKey(passphrase, salt), iv)
  const text = Buffer.concat([cipher.update(secret), cipher.final()])
  const encode = (bytes: Buffer) => bytes.toString('base64')
  return { salt: encode(salt), iv: encode(iv), tag: encode(cipher.getAuthTag()), text: encode(text) }
}

/** Decrypts a secret by a passphrase. Throws with a message for people when the passphrase is wrong. */
export async function openByPassphrase(sealed: PassphraseSealed, passphrase: string): Promise<Buffer> {
  const decode = (text: string) => Buffer.from(text, 'base64')
  const key = await deriveKey(passphrase, decode(sealed.salt))
  const decipher = createDecipheriv('aes-256-gcm', key, decode(sealed.iv), { authTagLength: 16 })
  decipher.setAuthTag(decode(sealed.tag))
  try {
    return Buffer.concat([decipher.update(decode(sealed.text)), decipher.final()])
  } catch (cause) {
    throw new Error('The passphrase is not the one of this export.', { cause })
  }
}

function deriveKey(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
