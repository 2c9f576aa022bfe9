import { useBlocker } from '@tanstack/react-router'
import { Action } from './button.tsx'
import { ConsoleDialog } from './dialog.tsx'

/**
 * Renders a confirmation before unsaved changes are lost, within the console and in the browser; `text` names them.
 */
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
        <Action variant="danger" onClick={() => proceed?.()}>
          Leave without saving
        </Action>
      </div>
    </ConsoleDialog>
  )
}
