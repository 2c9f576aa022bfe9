import type { InputOf } from '#web/app/calls/endpoints.ts'
import { loadProviderScript } from './provider-script.ts'

/** The used part of Google's script; see developers.google.com/identity/gsi/web/reference/js-reference. */
type GoogleId = Readonly<{
  initialize(settings: Record<string, unknown>): void
  renderButton(container: HTMLElement, options: Record<string, unknown>): void
  prompt(): void
}>

/** The form of a sign-in by Google (ENT-10). */
export type GoogleForm = InputOf<'POST /users/signInByGoogle'>['body']['data']

/** Google's response after its popup; every field may be missing. */
export type GoogleCredentialResponse = Readonly<{ credential?: string }> | undefined

const SCRIPT_URL = 'https://accounts.google.com/gsi/client'

/** The receiver of a credential: the current page. Google's script is initialized once for all pages. */
let onCredential: (response: GoogleCredentialResponse) => void = () => undefined

let sdkPromise: Promise<GoogleId> | undefined

/**
 * The nonce of a credential: Google gets its hash, our server the value itself, so that a stolen credential is
 * useless.
 */
let nonce = ''

/**
 * Loads Google's script and initializes it for the client ID. `onResponse` gets the later responses of all buttons
 * and prompts. Rejects when the script cannot be loaded.
 */
export async function loadGoogle(
  clientId: string,
  onResponse: (response: GoogleCredentialResponse) => void,
): Promise<GoogleId> {
  onCredential = onResponse
  sdkPromise ??= initGoogle(clientId).catch((error: unknown) => {
    sdkPromise = undefined
    throw error
  })
  return sdkPromise
}

function findGoogle(): GoogleId | undefined {
  const googleGlobal: { accounts?: { id?: GoogleId } } | undefined = Reflect.get(window, 'google')
  return googleGlobal?.accounts?.id
}

async function initGoogle(clientId: string): Promise<GoogleId> {
  const google = await loadProviderScript({ src: SCRIPT_URL, find: findGoogle })
  nonce = base64url(crypto.getRandomValues(new Uint8Array(24)))
  google.initialize({
    client_id: clientId,
    callback: (response: GoogleCredentialResponse) => onCredential(response),
    ux_mode: 'popup',
    auto_select: false,
    itp_support: true,
    use_fedcm_for_prompt: true,
    nonce: await sha256(nonce),
  })
  return google
}

/** Renders Google's own round button into `container`, by Google's branding rules. */
export function renderGoogleButton(google: GoogleId, container: HTMLElement): void {
  // The theme of the page, which may differ from that of the device.
  const isDark = getComputedStyle(document.documentElement).colorScheme === 'dark'
  const theme = isDark ? 'filled_black' : 'outline'
  google.renderButton(container, { type: 'icon', shape: 'circle', size: 'large', theme, locale: 'en' })
}

/** Returns the request for a credential, with the user's data that it states (LOGIN-22). Throws when it is invalid. */
export function toGoogleForm(credential: string): GoogleForm {
  const { email, given_name, family_name, name, picture, sub } = decodeCredential(credential)
  return {
    email: email ?? '',
    firstName: given_name ?? '',
    lastName: family_name ?? '',
    fullName: name ?? '',
    picture: picture ?? '',
    googleId: sub ?? '',
    token: credential,
    ...(nonce === '' ? {} : { nonce }),
  }
}

type GoogleClaims = Partial<
  Record<'email' | 'given_name' | 'family_name' | 'name' | 'picture' | 'sub', string>
>

/**
 * Returns the claims of a credential (RFC 7519, 3), for display only, as they are not verified. Throws when it is
 * invalid.
 */
export function decodeCredential(credential: string): GoogleClaims {
  const middle = credential.split('.')[1] ?? ''
  const bytes = Uint8Array.from(atob(middle.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  )
  const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
  if (typeof claims !== 'object' || claims === null) throw new Error('The credential is empty')
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => typeof value === 'string'))
}

async function sha256(text: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
