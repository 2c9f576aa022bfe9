import { useEffect, useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { explainError } from '#web/app/calls/api.ts'
import { Button } from '#web/ui/button.tsx'

/** Renders a confirmation: the consequences, the action, and cancel. A failure shows in the dialog. */
export function ConfirmDialog(props: {
  title: string
  yes: string
  /** Performs the action; the dialog shows the errors that it throws. */
  onYes(): Promise<void>
  onClose(): void
  children: ReactNode
}) {
  const { title, yes, onYes, onClose, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  useEffect(() => dialog.current?.showModal(), [])

  async function answer(event: FormEvent): Promise<void> {
    event.preventDefault()
    setIsBusy(true)
    setProblem(undefined)
    try {
      await onYes()
      dialog.current?.close()
    } catch (error) {
      setProblem(explainError(error, 'Something went wrong. Please try again.'))
      setIsBusy(false)
    }
  }

  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-md border border-line bg-sheet p-6 backdrop:bg-ink/40"
    >
      <form onSubmit={(event) => void answer(event)} className="flex flex-col gap-4">
        <h2 className="text-lg wrap-anywhere">{title}</h2>
        {children}
        {problem && (
          <p role="alert" className="text-sm text-danger">
            {problem}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
          <Button type="submit" busy={isBusy}>
            {yes}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
