import { useSyncExternalStore } from 'react'
import { lateScripts } from '#web/app/hydration/late-scripts.ts'
import type { FirstStepsDialog, Newcomer } from '../../first-steps/first-steps-dialog.tsx'
import { hasShownPopup } from '../../first-steps/shown-popup.ts'

/** The first steps that are open now, with the dialog that was fetched for them. */
type Shown = Readonly<{
  Dialog: typeof FirstStepsDialog
  person: Newcomer
  onClosed: () => void
}>

let shown: Shown | undefined
const watchers = new Set<() => void>()

/**
 * Shows the first steps to who has signed in for the first time in this browser, and waits until they are closed; to others
 * it shows nothing (LOGIN-12, DLG-01). Scripts that do not come are no reason to stay.
 */
export async function firstStepsOver(person: Newcomer): Promise<void> {
  if (hasShownPopup()) return
  const Dialog = await lateScripts(loadDialog).catch((error: unknown) => {
    console.error('The first steps did not come', error)
    return undefined
  })
  if (Dialog) await new Promise<void>((onClosed) => show({ Dialog, person, onClosed }))
  show(undefined)
}

/** The first steps that are open now, where a page is drawn. */
export function useFirstSteps(): Shown | undefined {
  return useSyncExternalStore(watch, areFirstStepsOpen, () => undefined)
}

/** The same outside of drawing: whoever reads them has not signed in to be led away. */
export function areFirstStepsOpen(): Shown | undefined {
  return shown
}

/** Puts them away without closing them, as the page they stand on is left: they come again. */
export function leaveFirstSteps(): void {
  show(undefined)
}

async function loadDialog(): Promise<typeof FirstStepsDialog> {
  return (await import('../../first-steps/first-steps-dialog.tsx')).FirstStepsDialog
}

function show(next: Shown | undefined): void {
  shown = next
  for (const tell of watchers) tell()
}

function watch(tell: () => void): () => void {
  watchers.add(tell)
  return () => void watchers.delete(tell)
}
