import { useBlocker } from '@tanstack/react-router'
import { Action } from '#web/console/parts/button.tsx'
import { ConsoleDialog } from '#web/console/parts/dialog.tsx'
import type { ProductEditorState } from './use-product-editor.ts'

/** The bar at the bottom while there are unsaved changes. */
export function SaveBar({ editor }: { editor: ProductEditorState }) {
  const { isDirty, isBusy, save, discard } = editor
  if (!isDirty) return null
  return (
    <section
      aria-label="Unsaved changes"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-paper shadow-sheet lg:ms-60 print:hidden"
    >
      <div className="mx-auto flex max-w-[80rem] flex-wrap items-center gap-2 px-3 py-3 md:px-6">
        <p className="flex-1 text-sm font-semibold">Unsaved changes</p>
        <Action disabled={isBusy} onClick={discard}>
          Discard
        </Action>
        <Action look="primary" busy={isBusy} onClick={() => void save()}>
          Save
        </Action>
      </div>
    </section>
  )
}

/** Asks before unsaved changes are left behind, within the console and by the browser. */
export function LeaveDialog({ editor }: { editor: ProductEditorState }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => editor.dirty.current,
    enableBeforeUnload: () => editor.dirty.current,
    withResolver: true,
  })
  return (
    <ConsoleDialog
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
      title="Leave without saving?"
      text="Your changes to this product are lost when you leave the page."
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
