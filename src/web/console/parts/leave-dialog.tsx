import { useBlocker } from '@tanstack/react-router'
import { Action } from './button.tsx'
import { ConsoleDialog } from './dialog.tsx'

/** Asks before unsaved changes are left behind, within the console and by the browser; `text` says what is lost. */
export function LeaveDialog({ isDirty, text }: { isDirty: () => boolean; text: string }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <ConsoleDialog
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
      title="Leave without saving?"
      text={text}
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Action onClick={() => reset?.()}>Stay</Action>
        <Action look="danger" onClick={() => proceed?.()}>
          Leave without saving
        </Action>
      </div>
    </ConsoleDialog>
  )
}
