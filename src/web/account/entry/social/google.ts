import type { InputOf } from '#web/app/calls/endpoints.ts'
import { awaitScript } from './provider-script.ts'

/** The part of Google's script that is used; see developers.google.com/identity/gsi/web/reference/js-reference. */
type GoogleId = Readonly<{
  initialize(settings: Record<string, unknown>): void
  renderButton(place: HTMLElement, looks: Record<string, unknown>): void
  prompt(): void
}>

/** What is sent to sign in by Google (ENT-10). */
export type GoogleForm = InputOf<'POST /users/signInByGoogle'>['body']['data']

/** What Google hands over after its popup: nothing of it is certain. */
export type GoogleAnswer = Readonly<{ credential?: string }> | undefined

const SCRIPT = 'https://accounts.google.com/gsi/client'

/** Who is told of a credential: the page that stands. Google's script is set up once, pages come and go. */
let hear: (answer: GoogleAnswer) => void = () => undefined

let setUp: Promise<GoogleId> | undefined

/** What the credential is bound to: Google is told its hash, our server itself, so that nobody else can use it. */
let nonce = ''

/**
 * Google's script, set up for the client id. `heard` is told of what comes by any button or prompt from now on. Rejects when
 * the script cannot be had.
 */
export async function readyGoogle(
  clientId: string,
  heard: (answer: GoogleAnswer) => void,
): Promise<GoogleId> {
  hear = heard
  setUp ??= setUpGoogle(clientId).catch((error: unknown) => {
    setUp = undefined
    throw error
  })
  return setUp
}

function findGoogle(): GoogleId | undefined {
  const brought: { accounts?: { id?: GoogleId } } | undefined = Reflect.get(window, 'google')
  return brought?.accounts?.id
}

async function setUpGoogle(clientId: string): Promise<GoogleId> {
  const google = await awaitScript({ src: SCRIPT, find: findGoogle })
  nonce = base64url(crypto.getRandomValues(new Uint8Array(24)))
  google.initialize({
    client_id: clientId,
    callback: (answer: GoogleAnswer) => hear(answer),
    ux_mode: 'popup',
    auto_select: false,
    itp_support: true,
    use_fedcm_for_prompt: true,
    nonce: await hashOf(nonce),
  })
  return google
}

/** Puts Google's own round button into `place`, as its rules for the look of it ask. */
export function drawGoogleButton(google: GoogleId, place: HTMLElement): void {
  // The theme of the page, which somebody may have chosen against that of the device.
  const isDark = getComputedStyle(document.documentElement).colorScheme === 'dark'
  const theme = isDark ? 'filled_black' : 'outline'
  google.renderButton(place, { type: 'icon', shape: 'circle', size: 'large', theme, locale: 'en' })
}

/** What is sent for a credential: the credential, and what it says of the person (LOGIN-22). Throws when it is none. */
export function googleForm(credential: string): GoogleForm {
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

/** What a credential says of the person (RFC 7519, 3): to be shown, never to be trusted. Throws when it cannot be read. */
export function decodeCredential(credential: string): GoogleClaims {
  const middle = credential.split('.')[1] ?? ''
  const bytes = Uint8Array.from(atob(middle.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  )
  const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
  if (typeof claims !== 'object' || claims === null) throw new Error('The credential says nothing')
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => typeof value === 'string'))
}

async function hashOf(text: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
