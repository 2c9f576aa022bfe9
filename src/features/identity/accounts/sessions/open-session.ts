import type { Queryable } from '#database/database.ts'
import { AppError } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { addMs } from '#core/time.ts'
import type { Account } from '../account-queries.ts'
import type { UserDataData } from '../contract.ts'
import { ACCESS_MS, OPERATOR_SESSION_MS, REFRESH_MS, SESSION_MS } from '../rules.ts'
import { insertSession } from './session-queries.ts'
import { createToken, hashToken } from './tokens.ts'
import { toSingleLine } from '#core/text/normalize-text.ts'

/** The two tokens of a session; they are returned once and never stored on the server. */
export type Tokens = Readonly<{ accessToken: string; refreshToken: string }>

/**
 * The device of a sign-in: its user agent, its address as limits count it, and the SHA-256 of the key that identifies
 * it later.
 */
export type Device = Readonly<{ userAgent: string; address: string; keyHash?: Uint8Array | undefined }>

/** A sign-in of an account on a device; with `passwordHash` only if the account still has that hash. */
export type OpenSessionInput = Readonly<{
  accountId: number
  device: Device
  now: Date
  passwordHash?: string
}>

/**
 * Signs an account in on a device, which is remembered; returns the tokens. With two-factor sign-in, the session can
 * make no call before `/users/secondFactor/confirm`, and the access token is its challenge. Throws `user_not_found`
 * (401) if the account was closed meanwhile, or its password changed.
 */
export async function openSession(
  db: Queryable,
  { accountId, device, now, passwordHash }: OpenSessionInput,
): Promise<Tokens & { isSecondFactorDue: boolean }> {
  const tokens = { accessToken: createToken(), refreshToken: createToken() }
  const stored = await insertSession(db, {
    publicId: newId('session', now.getTime()),
    accountId,
    accessHash: hashToken(tokens.accessToken),
    accessExpiresAt: addMs(now, ACCESS_MS),
    refreshHash: hashToken(tokens.refreshToken),
    refreshExpiresAt: addMs(now, REFRESH_MS),
    userAgent: toSingleLine(device.userAgent).slice(0, 300),
    address: device.address,
    deviceHash: device.keyHash,
    endsAt: addMs(now, SESSION_MS),
    operatorEndsAt: addMs(now, OPERATOR_SESSION_MS),
    now,
    passwordHash,
  })
  if (!stored) throw userNotFound()
  return { ...tokens, isSecondFactorDue: stored.isDue }
}

/** Returns the common error for an unknown address and a wrong password (LOGIN-15). */
export function userNotFound(): AppError {
  return new AppError('unauthenticated', 'user_not_found', 'User not found')
}

/** Returns an account and its session's tokens in the answer's format of every sign-in (ENT-01 to ENT-03). */
export function toUserData(account: Account, { accessToken, refreshToken }: Tokens): UserDataData {
  const { publicId: id, email, firstName, lastName, type, companyName, companyRegisterNumber } = account
  return {
    accessToken,
    refreshToken,
    email,
    firstName,
    lastName,
    type,
    id,
    isActive: true,
    ...(type === 'vendor' && companyName !== null ? { companyName } : {}),
    ...(type === 'vendor' && companyRegisterNumber !== null ? { companyRegisterNumber } : {}),
  }
}
