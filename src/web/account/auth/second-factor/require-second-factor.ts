import { useSyncExternalStore } from 'react'
import { importWithRetry } from '#web/app/hydration/import-with-retry.ts'
import type { SignInUserData } from '#web/app/session/session-store.ts'
import { toast } from '#web/app/toast.ts'
import type { SecondFactorDialog } from './second-factor-dialog.tsx'

/** The open request, with its lazily loaded dialog. */
type OpenSecondFactorDialog = Readonly<{
  Dialog: typeof SecondFactorDialog
  challenge: string
  onAnswer: (user: SignInUserData | undefined) => void
}>

let openDialog: OpenSecondFactorDialog | undefined
const listeners = new Set<() => void>()

/** Requests the second factor of a sign-in; returns the account, or undefined when the user cancelled. */
export async function requireSecondFactor(challenge: string): Promise<SignInUserData | undefined> {
  try {
    const Dialog = await importWithRetry(
      async () => (await import('./second-factor-dialog.tsx')).SecondFactorDialog,
    )
    return await new Promise((onAnswer) => setOpenDialog({ Dialog, challenge, onAnswer }))
  } catch (error) {
    console.error('Could not show the two-factor dialog', error)
    toast.error('Something went wrong. Reload the page and sign in again.')
    return undefined
  } finally {
    setOpenDialog(undefined)
  }
}

/** Returns the open request while a page renders. */
export function useOpenSecondFactorDialog(): OpenSecondFactorDialog | undefined {
  return useSyncExternalStore(
    subscribe,
    () => openDialog,
    () => undefined,
  )
}

function setOpenDialog(next: OpenSecondFactorDialog | undefined): void {
  openDialog = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
