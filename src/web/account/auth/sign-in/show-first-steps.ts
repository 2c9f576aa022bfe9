import { useSyncExternalStore } from 'react'
import { importWithRetry } from '#web/app/hydration/import-with-retry.ts'
import type { FirstStepsDialog, Newcomer } from '../../first-steps/first-steps-dialog.tsx'
import { hasShownPopup } from '../../first-steps/popup-shown.ts'

/** The open first steps, with their lazily loaded dialog. */
type OpenFirstSteps = Readonly<{
  Dialog: typeof FirstStepsDialog
  user: Newcomer
  onClosed: () => void
}>

let openSteps: OpenFirstSteps | undefined
const listeners = new Set<() => void>()

/**
 * Shows the first steps after the first sign-in in this browser, and waits until they are closed (LOGIN-12, DLG-01).
 * Scripts that fail to load do not block the sign-in.
 */
export async function showFirstSteps(user: Newcomer): Promise<void> {
  if (hasShownPopup()) return
  const Dialog = await importWithRetry(loadDialog).catch((error: unknown) => {
    console.error('The first steps did not come', error)
    return undefined
  })
  if (Dialog) await new Promise<void>((onClosed) => setOpenSteps({ Dialog, user, onClosed }))
  setOpenSteps(undefined)
}

/** Returns the open first steps, where a page renders them. */
export function useOpenFirstSteps(): OpenFirstSteps | undefined {
  return useSyncExternalStore(subscribe, getOpenFirstSteps, () => undefined)
}

/** Returns the open first steps outside of rendering: while they are open, redirects are suspended. */
export function getOpenFirstSteps(): OpenFirstSteps | undefined {
  return openSteps
}

/** Hides the first steps without closing them when the page is left: they show again. */
export function hideFirstSteps(): void {
  setOpenSteps(undefined)
}

async function loadDialog(): Promise<typeof FirstStepsDialog> {
  return (await import('../../first-steps/first-steps-dialog.tsx')).FirstStepsDialog
}

function setOpenSteps(next: OpenFirstSteps | undefined): void {
  openSteps = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
