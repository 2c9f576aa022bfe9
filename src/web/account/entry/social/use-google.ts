import { useEffect, useEffectEvent, useState } from 'react'
import type { RefObject } from 'react'
import { inOwnDocument, isEntryDocument } from '#web/app/calls/own-documents.ts'
import { toast } from '#web/app/toast.ts'
import { drawGoogleButton, googleForm, readyGoogle } from './google.ts'
import type { GoogleAnswer } from './google.ts'
import { askOptions } from './sign-in-options.ts'
import type { Submission } from './use-submission.ts'

/** Google's button: its own stands in its place once `isDrawn`, until then ours starts by `start`. */
export type GoogleButtonState = Readonly<{ isDrawn: boolean; start(): void }>

/**
 * Sign-in by Google. Where it is set up, Google's own button is drawn into `place`, as its popup opens for nothing else; a
 * click on ours before that brings its prompt.
 */
export function useGoogle(
  place: RefObject<HTMLElement | null>,
  { attempt, submit }: Submission,
): GoogleButtonState {
  const [isDrawn, setIsDrawn] = useState(false)

  function hear(answer: GoogleAnswer): void {
    const credential = answer?.credential
    if (!credential) return toast.error('No credential received from Google')
    attempt('google', () => submit({ provider: 'google', data: googleForm(credential) }))
  }

  const draw = useEffectEvent(async () => {
    const { google } = await askOptions()
    if (!google || !isEntryDocument()) return
    const ready = await readyGoogle(google.clientId, hear)
    // The page may have gone meanwhile.
    if (!place.current) return
    drawGoogleButton(ready, place.current)
    setIsDrawn(true)
  })

  async function prompt(): Promise<void> {
    const { google } = await askOptions()
    if (!google) throw new Error('Sign-in by Google is not set up here')
    await inOwnDocument()
    try {
      const ready = await readyGoogle(google.clientId, hear)
      ready.prompt()
    } catch (error) {
      console.error('Google’s script did not come', error)
      toast.error('Error initializing Google Sign-In.')
    }
  }

  useEffect(() => {
    // Nobody has asked for it yet: a click on our own button tries again, and says what is wrong.
    draw().catch((error: unknown) => console.error('Google’s button could not be drawn', error))
  }, [])

  return { isDrawn, start: () => attempt('google', prompt) }
}
