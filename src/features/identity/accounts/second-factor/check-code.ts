import { createHash } from 'node:crypto'
import type { Transaction } from '#database/database.ts'
import { refused } from '#core/errors.ts'
import type { AccountDeps } from '../port.ts'
import { wrongCodeError } from '../codes/codes.ts'
import { findStep, isRecoveryCode } from './authenticator-codes.ts'
import { consumeRecoveryCode, consumeStep, type StoredKey } from './second-factor-queries.ts'

/** A typed code, its account, and the key to check it with. */
export type CodeInput = Readonly<{
  accountId: number
  code: string
  key: StoredKey
  deps: AccountDeps
  now: Date
}>

/** The kind of a correct code. */
export type UsedFactor = 'authenticator' | 'recovery_code'

/** Returns the context with which an account's key is sealed. */
export function toSealContext(accountId: number): string {
  return `authenticator key of account ${accountId}`
}

/** Returns the hash of a recovery code, bound to its account. A fast hash is enough for 80 random bits. */
export function hashRecoveryCode(accountId: number, code: string): Uint8Array {
  return createHash('sha256')
    .update(`${accountId} ${code.replaceAll('-', '')}`)
    .digest()
}

/**
 * Consumes an authenticator or recovery code; returns its kind. Throws `code_wrong`, and `code_used` for a correct code
 * that was used before (RFC 6238, section 5.2: a code is accepted once).
 */
export async function consumeFactorCode(
  tx: Transaction,
  { accountId, code, key, deps, now }: CodeInput,
): Promise<UsedFactor> {
  if (isRecoveryCode(code)) {
    if (await consumeRecoveryCode(tx, accountId, hashRecoveryCode(accountId, code))) return 'recovery_code'
    throw wrongCodeError('This recovery code is wrong or was already used. Try another one.')
  }
  const step = findStep(await deps.sealer.open(key.sealed, toSealContext(accountId)), code, now)
  if (step === undefined)
    throw wrongCodeError('This code is wrong. Enter the code that your authenticator app shows now.')
  if (await consumeStep(tx, { accountId, step, now })) return 'authenticator'
  throw refused('code_used', 'This code was already used. Wait for the next one.')
}
