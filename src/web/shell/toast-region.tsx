import { createRoot } from 'react-dom/client'
import { toast, ToastContainer } from 'react-toastify/unstyled'
import type { ToastKind } from '#web/app/toast.ts'

/** Shows a message; the first one brings the region in which they stand. */
export function showToast(kind: ToastKind, message: string): void {
  if (!document.getElementById(REGION)) addRegion()
  // The same words twice at once are one message.
  toast(message, { type: kind, toastId: toastIdFor(kind, message) })
}

/** Takes a message away before its time is over. */
export function dismissToast(kind: ToastKind, message: string): void {
  toast.dismiss(toastIdFor(kind, message))
}

function toastIdFor(kind: ToastKind, message: string): string {
  return `${kind} ${message}`
}

const REGION = 'toasts'

/** The settings are the document's (CONST-05, CONST-06). */
function addRegion(): void {
  const container = document.createElement('div')
  container.id = REGION
  document.body.append(container)
  createRoot(container).render(
    <ToastContainer
      position="top-right"
      autoClose={5000}
      pauseOnHover
      pauseOnFocusLoss
      draggable="touch"
      draggablePercent={80}
      theme="light"
      icon={false}
      newestOnTop
      aria-label="Messages"
    />,
  )
}
