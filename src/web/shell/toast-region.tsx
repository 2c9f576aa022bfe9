import { createRoot } from 'react-dom/client'
import { toast, ToastContainer } from 'react-toastify/unstyled'
import type { ToastAction, ToastKind } from '#web/app/toast.ts'

/** How long a toast with an action is shown, in milliseconds. */
const ACTION_MS = 15_000

/** Shows a toast; the first one adds the region of toasts. */
export function showToast(kind: ToastKind, message: string, action?: ToastAction): void {
  if (!document.getElementById(REGION)) addRegion()
  if (action) {
    toast(({ closeToast }) => <ActionMessage message={message} action={action} onDone={closeToast} />, {
      type: kind,
      autoClose: ACTION_MS,
    })
    return
  }
  // The same message shown twice is one toast.
  toast(message, { type: kind, toastId: toastIdFor(kind, message) })
}

function ActionMessage(props: { message: string; action: ToastAction; onDone: () => void }) {
  const { message, action, onDone } = props
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {message}
      <button
        type="button"
        onClick={() => {
          onDone()
          action.onClick()
        }}
        className="min-h-9 font-semibold text-accent-deep underline underline-offset-4"
      >
        {action.label}
      </button>
    </span>
  )
}

/** Dismisses a toast before its time has passed. */
export function dismissToast(kind: ToastKind, message: string): void {
  toast.dismiss(toastIdFor(kind, message))
}

function toastIdFor(kind: ToastKind, message: string): string {
  return `${kind} ${message}`
}

const REGION = 'toasts'

/** Adds the region of toasts, with the settings of the product document (CONST-05, CONST-06). */
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
