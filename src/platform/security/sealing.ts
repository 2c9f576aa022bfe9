import { createCipheriv, createDecipheriv, hkdf, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Config } from '../config/config.ts'

/**
 * Encrypts secrets that must not be readable from the database or a copy of it. `context` identifies what a secret
 * belongs to: decrypting needs the same text, so that a secret cannot be moved to another row.
 */
export type Sealer = Readonly<{
  seal(secret: string, context: string): Promise<Buffer>
  /** Throws when the secret was encrypted with another key or context, or was changed since. */
  open(sealed: Uint8Array, context: string): Promise<string>
}>

type KeySettings = Pick<Config, 'secretsKey' | 'dataDir'>

const ALGORITHM = 'aes-256-gcm'
/** The version of the format below. */
const VERSION = 1
const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/**
 * Returns a sealer with the key of this installation. The key is `SECRETS_KEY`, else the one in `secrets.key` of the
 * data folder, which is created on first use and readable by its owner only. A sealed secret is a version byte, a
 * random nonce of 12 bytes, the tag of 16 and the encrypted text (AES-256-GCM, NIST SP 800-38D).
 */
export function createSealer(config: KeySettings): Sealer {
  let keyPromise: Promise<Buffer> | undefined
  const key = () => {
    keyPromise ??= readInstallationKey(config)
    // A failed read of the key is not cached.
    keyPromise.catch(() => (keyPromise = undefined))
    return keyPromise
  }
  return {
    async seal(secret, context) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(ALGORITHM, await key(), iv).setAAD(Buffer.from(context))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), text])
    },
    async open(sealed, context) {
      const bytes = Buffer.from(sealed)
      if (bytes.length < 1 + IV_BYTES + TAG_BYTES || bytes[0] !== VERSION)
        throw new Error('not a sealed secret')
      const [iv, tag] = [
        bytes.subarray(1, 1 + IV_BYTES),
        bytes.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES),
      ]
      const decipher = createDecipheriv(ALGORITHM, await key(), iv, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(context))
        .setAuthTag(tag)
      const text = bytes.subarray(1 + IV_BYTES + TAG_BYTES)
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
    },
  }
}

/**
 * Derives a key of 32 bytes in hex for one purpose from the installation's key. It uses HKDF-SHA-256 (RFC 5869). The
 * same purpose always gives the same key, and no key reveals another. Nothing is stored.
 */
export async function deriveKey(config: KeySettings, purpose: string): Promise<string> {
  const key = await readInstallationKey(config)
  return Buffer.from(await promisify(hkdf)('sha256', key, '', `cabochon ${purpose}`, KEY_BYTES)).toString(
    'hex',
  )
}

/** Returns the key of this installation, created on first use. */
export function readInstallationKey({ secretsKey, dataDir }: KeySettings): Promise<Buffer> {
  return secretsKey ? Promise.resolve(secretsKey) : readOrCreateKey(dataDir)
}

async function readOrCreateKey(dataDir: string): Promise<Buffer> {
  const file = path.join(dataDir, 'secrets.key')
  await mkdir(dataDir, { recursive: true })
  const storedKey = await readFile(file, 'utf8').catch(ignoreErrorCode('ENOENT'))
  const key = Buffer.from((storedKey ?? (await createKeyFile(file))).trim(), 'base64')
  if (key.length !== KEY_BYTES) throw new Error(`${file} holds no key of ${KEY_BYTES} bytes`)
  return key
}

/** Replaces the key of this installation. Secrets encrypted by the old key can no longer be decrypted. */
export async function writeInstallationKey(dataDir: string, key: Buffer): Promise<void> {
  const file = path.join(dataDir, 'secrets.key')
  await writeFile(`${file}.new`, `${key.toString('base64')}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/**
 * Creates the key file and links it to its name when it is complete. Of concurrent processes one succeeds, and the
 * others read its file.
 */
async function createKeyFile(file: string): Promise<string> {
  const temporaryFile = `${file}.${randomBytes(8).toString('hex')}`
  await writeFile(temporaryFile, `${randomBytes(KEY_BYTES).toString('base64')}\n`, {
    flag: 'wx',
    mode: 0o600,
  })
  await link(temporaryFile, file).catch(ignoreErrorCode('EEXIST'))
  await rm(temporaryFile)
  return readFile(file, 'utf8')
}

function ignoreErrorCode(code: string): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof Error && 'code' in error && error.code === code) return undefined
    throw error
  }
}
