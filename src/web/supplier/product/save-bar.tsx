import { Action } from '#web/console/parts/button.tsx'
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
