import { useSyncExternalStore } from 'react'
import { call } from '#web/app/calls/api.ts'
import { importWithRetry } from '#web/app/hydration/import-with-retry.ts'
import { signOut } from '#web/app/session/sign-out.ts'
import type { TermsDialog } from './terms-dialog.tsx'

/** The open request, with its lazily loaded dialog. */
type OpenTermsDialog = Readonly<{
  Dialog: typeof TermsDialog
  version: string
  onAnswer: (isAccepted: boolean) => void
}>

let openDialog: OpenTermsDialog | undefined
const listeners = new Set<() => void>()

/**
 * Requests the acceptance of the current terms after a sign-in, and returns whether they are accepted. Declining
 * signs out. If the terms cannot be loaded now, the next sign-in requests it.
 */
export async function requireTermsAcceptance(): Promise<boolean> {
  try {
    const { version, isAccepted } = await call('GET /users/getTermsState')
    if (isAccepted) return true
    const Dialog = await importWithRetry(async () => (await import('./terms-dialog.tsx')).TermsDialog)
    const answer = await new Promise<boolean>((onAnswer) => setOpenDialog({ Dialog, version, onAnswer }))
    if (!answer) signOut()
    return answer
  } catch (error) {
    console.error('Could not show the dialog for the terms', error)
    return true
  } finally {
    setOpenDialog(undefined)
  }
}

/** Returns the open request while a page renders. */
export function useOpenTermsDialog(): OpenTermsDialog | undefined {
  return useSyncExternalStore(subscribe, getOpenTermsDialog, () => undefined)
}

/** Returns the open request outside of rendering. */
export function getOpenTermsDialog(): OpenTermsDialog | undefined {
  return openDialog
}

function setOpenDialog(next: OpenTermsDialog | undefined): void {
  openDialog = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
