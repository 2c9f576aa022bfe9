import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { type Database, inTransaction, type Transaction } from '#database/database.ts'
import { findAccountById } from '../account-queries.ts'
import type { UserDataData } from '../contract.ts'
import type { AccountDeps } from '../port.ts'
import { completeDueSession, getDueSession } from '../second-factor/complete-sign-in.ts'
import { type Device, openSession, type Tokens, toUserData } from '../sessions/open-session.ts'
import { createChallenge, loadWebAuthn, readChallenge, refusedPasskeyError } from './challenges.ts'
import type { CredentialData } from './contract.ts'
import { toRelyingParty } from './manage-passkeys.ts'
import { lockPasskey, type PasskeyRow, updateUse } from './passkey-queries.ts'

/** Returns the options for a sign-in by passkey. They name no account: the browser offers those it has. */
export async function startPasskeySignIn(
  db: Database,
  { deps, now }: Readonly<{ deps: AccountDeps; now: Date }>,
) {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  return generateAuthenticationOptions({
    rpID: toRelyingParty(deps.publicUrl).id,
    challenge: await createChallenge(db, { accountId: null, now }),
    userVerification: 'required',
  })
}

/** The proof of a passkey; with `challenge` it is the second factor of that sign-in by password. */
export type PasskeyProof = Readonly<{
  credential: CredentialData
  challenge: string | undefined
  device: Device
  deps: AccountDeps
  now: Date
}>

/**
 * Signs in by a passkey. Its device has verified its user, so it counts as both factors. Throws `passkey_refused` (401)
 * for any invalid passkey, and `challenge_over`.
 */
export async function signInByPasskey(db: Database, proof: PasskeyProof): Promise<UserDataData> {
  const { credential, challenge, device, deps, now } = proof
  const expectedChallenge = await readChallenge(db, credential, { accountId: null, now })
  return inTransaction(db, async (tx) => {
    const passkey = await lockPasskey(tx, credential.id)
    const account = passkey && (await findAccountById(tx, passkey.accountId))
    if (!passkey || !account) throw refusedPasskeyError()
    const { userHandle } = credential.response
    if (userHandle !== undefined && userHandle !== toHandle(account.publicId)) throw refusedPasskeyError()
    const counter = await verify(passkey, { credential, expectedChallenge, deps })
    await updateUse(tx, { id: passkey.id, counter, now })
    const tokens = await open(tx, { accountId: account.id, challenge, device, now })
    return toUserData(account, tokens)
  })
}

async function verify(
  { credentialId, publicKey, counter }: PasskeyRow,
  {
    credential,
    expectedChallenge,
    deps,
  }: Pick<PasskeyProof, 'credential' | 'deps'> & Readonly<{ expectedChallenge: string }>,
): Promise<number> {
  const { id: expectedRPID, origin: expectedOrigin } = toRelyingParty(deps.publicUrl)
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    // The same shape; fields that may be missing are typed differently.
    response: { ...credential, clientExtensionResults: {} } as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin,
    expectedRPID,
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: true,
  }).catch(() => {
    throw refusedPasskeyError()
  })
  if (!verified) throw refusedPasskeyError()
  return authenticationInfo.newCounter
}

async function open(
  tx: Transaction,
  {
    accountId,
    challenge,
    device,
    now,
  }: Readonly<{ accountId: number; challenge: string | undefined; device: Device; now: Date }>,
): Promise<Tokens> {
  if (challenge === undefined) {
    const { isSecondFactorDue, ...tokens } = await openSession(tx, { accountId, device, now })
    if (!isSecondFactorDue) return tokens
    const due = await getDueSession(tx, tokens.accessToken, now)
    return completeDueSession(tx, { due, device, now })
  }
  const due = await getDueSession(tx, challenge, now)
  if (due.accountId !== accountId) throw refusedPasskeyError()
  return completeDueSession(tx, { due, device, now })
}

/** Returns the user handle of an account in its passkeys. */
function toHandle(publicId: string): string {
  return Buffer.from(publicId).toString('base64url')
}
