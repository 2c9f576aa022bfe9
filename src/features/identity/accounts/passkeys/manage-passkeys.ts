import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { isIP } from 'node:net'
import { newSecretId } from '#core/ids.ts'
import { type AppError, notFound, refused } from '#core/errors.ts'
import { type Database, inTransaction, type Transaction } from '#database/database.ts'
import { type Account, lockAccount } from '../account-queries.ts'
import { getAccount } from '../profile/manage-account.ts'
import type { AccountDataSource, AccountEmailContent } from '../port.ts'
import { type FactorOwner, requireRecentProof } from '../second-factor/manage-second-factor.ts'
import { createChallenge, loadWebAuthn, readChallenge, refusedPasskeyError } from './challenges.ts'
import type { NewCredentialData, PasskeyData } from './contract.ts'
import { passkeyAddedEmail, passkeyRemovedEmail } from './emails.ts'
import {
  deletePasskey,
  deletePasskeys,
  insertPasskey,
  listPasskeyRows,
  updateName,
} from './passkey-queries.ts'

/** The most passkeys of an account. */
const MAX_PASSKEYS = 20

/** Returns the domain and the origin of the shop's passkeys. */
export function toRelyingParty(publicUrl: string): Readonly<{ id: string; origin: string }> {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** Returns the passkeys of an account, and whether the shop supports them, which it does not under an IP address. */
export async function listPasskeys(
  db: Database,
  { actor, deps }: Pick<FactorOwner, 'actor' | 'deps'>,
): Promise<{ passkeys: PasskeyData[]; isAvailable: boolean; hasPassword: boolean }> {
  const account = await getAccount(db, actor.memberId)
  const rows = await listPasskeyRows(db, account.id)
  return {
    passkeys: rows.map(({ publicId, name, createdAt, lastUsedAt }) => ({
      id: publicId,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    isAvailable: isIP(toRelyingParty(deps.publicUrl).id.replaceAll(/[[\]]/g, '')) === 0,
    hasPassword: account.passwordHash !== null,
  }
}

/**
 * Returns the options for creating a passkey in a browser. Throws `too_many_passkeys` and the errors of
 * `requireRecentProof`.
 */
export async function startPasskey(db: Database, { actor, deps, now }: FactorOwner) {
  const account = await getAccount(db, actor.memberId)
  await requireRecentProof(db, { actor, account, now })
  const rows = await listPasskeyRows(db, account.id)
  if (rows.length >= MAX_PASSKEYS) throw tooManyError()
  const { generateRegistrationOptions } = await loadWebAuthn()
  return generateRegistrationOptions({
    rpName: await deps.readShopName(db),
    rpID: toRelyingParty(deps.publicUrl).id,
    userName: account.email,
    userDisplayName: `${account.firstName} ${account.lastName}`.trim(),
    userID: new TextEncoder().encode(account.publicId),
    challenge: await createChallenge(db, { accountId: account.id, now }),
    attestationType: 'none',
    // EdDSA, ES256 and RS256, which authenticators support.
    supportedAlgorithmIDs: [-8, -7, -257],
    excludeCredentials: rows.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Adds the passkey that a browser created, and emails its owner. Throws `passkey_refused` and `too_many_passkeys`. */
export async function addPasskey(
  db: Database,
  {
    actor,
    deps,
    now,
    name,
    credential,
  }: FactorOwner & Readonly<{ name: string; credential: NewCredentialData }>,
): Promise<void> {
  const expectedChallenge = await readChallenge(db, credential, { accountId: actor.memberId, now })
  const { id: expectedRPID, origin: expectedOrigin } = toRelyingParty(deps.publicUrl)
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    // The same shape; fields that may be missing are typed differently.
    response: { ...credential, clientExtensionResults: {} } as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
  }).catch(() => {
    throw refusedPasskeyError()
  })
  if (!verified || !registrationInfo) throw refusedPasskeyError()
  const { id: credentialId, publicKey, counter } = registrationInfo.credential
  await inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, actor.memberId)
    if (!account) throw refusedPasskeyError()
    if ((await listPasskeyRows(tx, account.id)).length >= MAX_PASSKEYS) throw tooManyError()
    const passkey = { credentialId, publicKey, counter, name, accountId: account.id, createdAt: now }
    const publicId = newSecretId('passkey')
    if (!(await insertPasskey(tx, { ...passkey, publicId }))) throw refusedPasskeyError()
    await notify(
      tx,
      { account, key: `passkey-added:${publicId}`, message: passkeyAddedEmail(name, deps.publicUrl) },
      { deps, now },
    )
  })
}

/** Renames a passkey. Throws `passkey_not_found`. */
export async function renamePasskey(
  db: Database,
  { accountId, id, name }: Readonly<{ accountId: number; id: string; name: string }>,
): Promise<void> {
  if (!(await updateName(db, { accountId, publicId: id, name }))) throw passkeyNotFoundError()
}

/** Removes a passkey and emails its owner. Throws `passkey_not_found` and the errors of `requireRecentProof`. */
export async function removePasskey(
  db: Database,
  { actor, deps, now, id }: FactorOwner & Readonly<{ id: string }>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, actor.memberId)
    if (!account) throw passkeyNotFoundError()
    await requireRecentProof(tx, { actor, account, now })
    const name = await deletePasskey(tx, { accountId: account.id, publicId: id })
    if (name === undefined) throw passkeyNotFoundError()
    await notify(
      tx,
      { account, key: `passkey-removed:${id}`, message: passkeyRemovedEmail(name, deps.publicUrl) },
      { deps, now },
    )
  })
}

/** The exported data of an account's passkeys: their names and dates. */
export const passkeyData: AccountDataSource = {
  name: 'passkeys',
  collect: async (db, accountId) =>
    (await listPasskeyRows(db, accountId)).map(({ name, createdAt, lastUsedAt }) => ({
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  forget: deletePasskeys,
}

type Notice = Readonly<{ account: Account; key: string; message: AccountEmailContent }>

async function notify(
  tx: Transaction,
  { account, key, message }: Notice,
  { deps, now }: Pick<FactorOwner, 'deps' | 'now'>,
): Promise<void> {
  await deps.post(tx, [{ key, to: account.email, message, isSecret: false }], now)
}

function tooManyError(): AppError {
  return refused('too_many_passkeys', `You have ${MAX_PASSKEYS} passkeys. Remove one first.`)
}

function passkeyNotFoundError(): AppError {
  return notFound('passkey_not_found', 'This passkey no longer exists.')
}
