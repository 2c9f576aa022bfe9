import { lateScripts } from './hydration/late-scripts.ts'
import type * as ToastRegion from '#web/shell/toast-region.tsx'

/** What a toast is about: good news, a failure, or neither. */
export type ToastKind = 'success' | 'error' | 'info'

/**
 * Shows a message at the top right for five seconds (CONST-05). The machinery is fetched at the first one; a
 * message that cannot be shown is not worth breaking a page for, so this never throws.
 */
export const toast = {
  success: (message: string): void => show('success', message),
  error: (message: string): void => show('error', message),
  info: (message: string): void => show('info', message),
  /** Takes an error back that is no longer one, where it is still shown. */
  withdraw: (message: string): void => {
    void region?.then(({ withdrawToast }) => withdrawToast('error', message)).catch(() => undefined)
  },
}

let region: Promise<typeof ToastRegion> | undefined

function show(kind: ToastKind, message: string): void {
  if (import.meta.env.SSR) return
  region = lateScripts(() => import('#web/shell/toast-region.tsx'))
  region
    .then(({ showToast }) => showToast(kind, message))
    .catch((error: unknown) => console.error('A message could not be shown', error))
}
