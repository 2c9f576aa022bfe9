import { useEffect, useEffectEvent, useState } from 'react'
import type { RefObject } from 'react'
import { ensureAuthDocument, isAuthDocument } from '#web/app/calls/auth-document.ts'
import { toast } from '#web/app/toast.ts'
import { renderGoogleButton, toGoogleForm, loadGoogle } from './google.ts'
import type { GoogleCredentialResponse } from './google.ts'
import { fetchSignInOptions } from './sign-in-options.ts'
import type { SocialSubmission } from './use-social-submission.ts'

/** The state of Google's button: Google's own one shows when `isRendered`; before that, ours calls `start`. */
export type GoogleButtonState = Readonly<{ isRendered: boolean; start(): void }>

/**
 * Returns the sign-in by Google. If it is configured, Google's own button is rendered into `container`, as only that
 * opens its popup; an earlier click on our button shows its prompt.
 */
export function useGoogle(
  container: RefObject<HTMLElement | null>,
  { attempt, submit }: SocialSubmission,
): GoogleButtonState {
  const [isRendered, setIsRendered] = useState(false)

  function onResponse(response: GoogleCredentialResponse): void {
    const credential = response?.credential
    if (!credential) return toast.error('No credential received from Google')
    attempt('google', () => submit({ provider: 'google', data: toGoogleForm(credential) }))
  }

  const renderButton = useEffectEvent(async () => {
    const { google } = await fetchSignInOptions()
    if (!google || !isAuthDocument()) return
    const ready = await loadGoogle(google.clientId, onResponse)
    // The page may have been left meanwhile.
    if (!container.current) return
    renderGoogleButton(ready, container.current)
    setIsRendered(true)
  })

  async function prompt(): Promise<void> {
    const { google } = await fetchSignInOptions()
    if (!google) throw new Error('Sign-in by Google is not set up here')
    await ensureAuthDocument()
    try {
      const ready = await loadGoogle(google.clientId, onResponse)
      ready.prompt()
    } catch (error) {
      console.error('Google’s script did not come', error)
      toast.error('Error initializing Google Sign-In.')
    }
  }

  useEffect(() => {
    // The user has not requested it yet: a click on our own button retries, and shows the error.
    renderButton().catch((error: unknown) => console.error('Google’s button could not be drawn', error))
  }, [])

  return { isRendered, start: () => attempt('google', prompt) }
}
