import { useSyncExternalStore } from 'react'

/** Returns whether a browser uses passkeys on a host. It needs WebAuthn, and a host with a name, not an IP address. */
export function supportsPasskeys({
  hostname,
  hasWebAuthn,
}: Readonly<{ hostname: string; hasWebAuthn: boolean }>): boolean {
  const isIpAddress = /^[\d.]+$/.test(hostname) || hostname.includes(':')
  return hasWebAuthn && !isIpAddress
}

/** Returns whether this browser can use passkeys here; true on the server, which cannot know. */
export function usePasskeySupport(): boolean {
  return useSyncExternalStore(subscribeToNothing, isSupportedHere, () => true)
}

function isSupportedHere(): boolean {
  return supportsPasskeys({
    hostname: location.hostname,
    hasWebAuthn: 'PublicKeyCredential' in globalThis,
  })
}

const subscribeToNothing = () => () => undefined
