import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { call, isApiFailure } from '#web/app/calls/api.ts'
import { importWithRetry } from '#web/app/hydration/import-with-retry.ts'
import { readDeviceKey } from '../codes/device-key.ts'

/**
 * Signs in by a passkey of this browser and returns the response; with `challenge` it completes a sign-in by
 * password.
 */
export async function signInWithPasskey(challenge?: string) {
  const { startAuthentication } = await loadWebAuthn()
  const { options } = await call('POST /users/passkeys/startSignIn', { body: {} })
  // The server's options have the browser's format.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const { id, rawId, response } = await startAuthentication({ optionsJSON })
  const credential = { id, rawId, type: 'public-key', response } as const
  const data = challenge === undefined ? { credential } : { credential, challenge }
  return call('POST /users/passkeys/signIn', { body: { data } }, { deviceKey: readDeviceKey() })
}

/** Adds a passkey of this browser to the account; returns the server's response. */
export async function createPasskey(name: string) {
  const { startRegistration } = await loadWebAuthn()
  const { options } = await call('POST /users/passkeys/start')
  // The server's options have the browser's format.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const { id, rawId, response } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject } = response
  const credential = {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject },
  } as const
  return call('POST /users/passkeys', { body: { data: { name, credential } } })
}

/** Returns the error message for a passkey that did not work. */
export function explainPasskeyFailure(error: unknown): string {
  if (isApiFailure(error)) return error.message
  if (error instanceof Error && error.name === 'InvalidStateError')
    return 'This device has a passkey already.'
  return 'No passkey was used. Try again.'
}

function loadWebAuthn() {
  return importWithRetry(() => import('@simplewebauthn/browser'))
}
