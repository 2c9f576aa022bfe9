import { importWithRetry } from './hydration/import-with-retry.ts'
import type * as ToastRegion from '#web/shell/toast-region.tsx'

/** The kind of a toast: success, failure, or neutral. */
export type ToastKind = 'success' | 'error' | 'info'

/** The action of a toast, such as undo. */
export type ToastAction = Readonly<{ label: string; onClick: () => void }>

/**
 * Shows a message at the top right for five seconds (CONST-05). Its code is loaded by the first one; it never throws,
 * because a message that cannot be shown must not break the page.
 */
export const toast = {
  success: (message: string, action?: ToastAction): void => displayToast('success', message, action),
  error: (message: string): void => displayToast('error', message),
  info: (message: string): void => displayToast('info', message),
  /** Removes an error message that no longer applies, if it is still visible. */
  withdraw: (message: string): void => {
    void toastRegion?.then(({ dismissToast }) => dismissToast('error', message)).catch(() => undefined)
  },
}

let toastRegion: Promise<typeof ToastRegion> | undefined

function displayToast(kind: ToastKind, message: string, action?: ToastAction): void {
  if (import.meta.env.SSR) return
  toastRegion = importWithRetry(() => import('#web/shell/toast-region.tsx'))
  toastRegion
    .then(({ showToast }) => showToast(kind, message, action))
    .catch((error: unknown) => console.error('A message could not be shown', error))
}
