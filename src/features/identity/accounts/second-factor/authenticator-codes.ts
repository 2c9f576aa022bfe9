import { Secret, TOTP } from 'otpauth'

const PERIOD_S = 30
const STEP_MS = PERIOD_S * 1000

/** How many intervals a clock may be ahead or behind (RFC 6238, section 5.2 recommends one). */
const WINDOW = 1

/** The label of a key in an authenticator app. */
export type KeyLabel = Readonly<{ issuer: string; account: string }>

/** Returns a new key of 160 bits in Base32, as RFC 4226 recommends. */
export function createKey(): string {
  return new Secret({ size: 20 }).base32
}

/** Returns the otpauth URI that authenticator apps read from a QR code. */
export function toKeyUri(key: string, { issuer, account }: KeyLabel): string {
  return createTotp(key, { issuer, label: account }).toString()
}

/**
 * Returns the 30-second interval of a six-digit TOTP code (RFC 6238); undefined if it's wrong. It counts from 1970; one
 * interval before and after the current one is accepted.
 */
export function findStep(key: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = createTotp(key).validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? undefined : Math.floor(now.getTime() / STEP_MS) + delta
}

/** Returns the code that an authenticator app shows at a moment. */
export function generateCode(key: string, now: Date): string {
  return createTotp(key).generate({ timestamp: now.getTime() })
}

function createTotp(key: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({
    ...names,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
    secret: Secret.fromBase32(key),
  })
}

const RECOVERY_CODES = 10
const RECOVERY_CODE_BYTES = 10
const RECOVERY_CODE = /^[a-z2-7]{16}$/

/** Returns new recovery codes of 80 random bits each, in groups of four. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const text = new Secret({ size: RECOVERY_CODE_BYTES }).base32.toLowerCase()
    return text.replaceAll(/(.{4})(?=.)/g, '$1-')
  })
}

/** Returns whether a typed code, without its hyphens, can be a recovery code. */
export function isRecoveryCode(code: string): boolean {
  return RECOVERY_CODE.test(code)
}
