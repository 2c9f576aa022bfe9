import type { Page } from 'playwright-core'
import type { FakeGoogle } from '#tests/fakes/google.ts'

/** The address of Google's script. */
export const GOOGLE_SCRIPT = 'https://accounts.google.com/gsi/client'

/**
 * The stub of Google's script. It loads 300 ms late, renders a button, and returns a credential signed by the fake
 * Google for the nonce it was set up with, or the value of `window.googleAnswer`.
 */
const GOOGLE_STUB = `setTimeout(() => {
  let settings
  const answer = async () => settings.callback(
    'googleAnswer' in window ? window.googleAnswer : { credential: await window.credentialFor(settings.nonce) })
  window.google = { accounts: { id: {
    initialize: (given) => { settings = given; window.googleSettings = given },
    prompt: () => void answer(),
    renderButton: (place, looks) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.setAttribute('aria-label', 'Sign in with Google. Opens in a new window')
      const style = document.createElement('style')
      style.nonce = document.querySelector('script[src^="https://accounts.google.com"]').nonce
      style.textContent = '.gsi-stub { width: 40px; height: 40px; border-radius: 20px; background: #fff }'
      document.head.append(style)
      button.className = 'gsi-stub'
      button.textContent = 'G'
      button.onclick = answer
      place.append(button)
    },
  } } }
}, 300)`

/** The script of Facebook in journeys, which answers with `window.facebook`. */
const FACEBOOK_STUB = `window.FB = {
  init: (settings) => { window.facebookSettings = settings },
  login: (answered, options) => { window.facebookLoginOptions = options; setTimeout(() => answered(window.facebook.login)) },
  api: (path, options, answered) => setTimeout(() => answered(window.facebook.profile)),
}`

/** Replaces the providers' two scripts; returns which of them were fetched. */
export async function stubProviders(page: Page, google: FakeGoogle): Promise<string[]> {
  const fetched: string[] = []
  const stub = (pattern: string, name: string, body: string) =>
    page.route(pattern, (route) => {
      fetched.push(name)
      return route.fulfill({ contentType: 'text/javascript', body })
    })
  await stub(GOOGLE_SCRIPT, 'google', GOOGLE_STUB)
  await stub('https://connect.facebook.net/en_US/sdk.js', 'facebook', FACEBOOK_STUB)
  await page.exposeFunction('credentialFor', (nonce: string) =>
    google.credential({ now: new Date(), claims: { nonce } }),
  )
  return fetched
}
