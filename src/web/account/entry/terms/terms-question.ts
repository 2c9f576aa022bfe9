import { useSyncExternalStore } from 'react'
import { call } from '#web/app/calls/api.ts'
import { lateScripts } from '#web/app/hydration/late-scripts.ts'
import { signOut } from '#web/app/session/sign-out.ts'
import type { TermsDialog } from './terms-dialog.tsx'

/** The question that is open now, with the dialog that was fetched for it. */
type OpenQuestion = Readonly<{
  Dialog: typeof TermsDialog
  version: string
  onAnswer: (isAccepted: boolean) => void
}>

let open: OpenQuestion | undefined
const watchers = new Set<() => void>()

/**
 * Asks whoever has just signed in to accept the terms in force, unless they have; returns whether they may go on. Who declines is
 * signed out. If the question cannot be asked now, it is asked at the next sign-in.
 */
export async function areTermsAccepted(): Promise<boolean> {
  try {
    const { version, isAccepted } = await call('GET /users/getTermsState')
    if (isAccepted) return true
    const Dialog = await lateScripts(async () => (await import('./terms-dialog.tsx')).TermsDialog)
    const answer = await new Promise<boolean>((onAnswer) => setOpen({ Dialog, version, onAnswer }))
    if (!answer) signOut()
    return answer
  } catch (error) {
    console.error('The terms could not be asked about', error)
    return true
  } finally {
    setOpen(undefined)
  }
}

/** Returns the open question, where a page is drawn. */
export function useTermsQuestion(): OpenQuestion | undefined {
  return useSyncExternalStore(watch, openQuestion, () => undefined)
}

/** Returns the open question outside of drawing. */
export function openQuestion(): OpenQuestion | undefined {
  return open
}

function setOpen(next: OpenQuestion | undefined): void {
  open = next
  for (const tell of watchers) tell()
}

function watch(tell: () => void): () => void {
  watchers.add(tell)
  return () => void watchers.delete(tell)
}
