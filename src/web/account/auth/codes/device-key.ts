/** The local storage key of this browser's device key (128 random bits in base64url). */
const DEVICE_KEY_STORAGE = 'deviceKey'

/**
 * Returns the device key of this browser, created on first use; undefined when nothing can be stored. A browser that
 * has signed in to an account before can always try again, independent of failed attempts by others. Emailed codes
 * are bound to it.
 */
export function readDeviceKey(storage: () => Pick<Storage, 'getItem' | 'setItem'> = () => localStorage) {
  try {
    const localStore = storage()
    const stored = localStore.getItem(DEVICE_KEY_STORAGE)
    if (stored !== null && /^[\w-]{22,86}$/.test(stored)) return stored
    const created = randomKey()
    localStore.setItem(DEVICE_KEY_STORAGE, created)
    return created
  } catch {
    return undefined
  }
}

function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
