import { X } from 'lucide'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Action, IconAction, type ActionVariant } from './button.tsx'

/** Opens and closes the native modal dialog, which traps the focus and closes by Escape. */
export function useModal(isOpen: boolean) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  return dialog
}

/** Renders a dialog over a console's page; Escape, the cross and a click outside close it. */
export function ConsoleDialog(props: {
  isOpen: boolean
  onClose: () => void
  title: string
  /** The sentence below the title. */
  text?: ReactNode
  isWide?: boolean
  children: ReactNode
}) {
  const { isOpen, onClose, title, text, isWide = false, children } = props
  const dialog = useModal(isOpen)
  const id = useId()

  function closeOnBackdrop(event: MouseEvent): void {
    if (event.target === dialog.current) onClose()
  }

  return (
    // Keyboard users close it by Escape, which the browser handles.
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      onClick={closeOnBackdrop}
      className={`console-dialog ${isWide ? 'max-w-2xl' : 'max-w-md'}`}
    >
      {isOpen && (
        <div className="p-5">
          <div className="flex items-start justify-between gap-4">
            <h2 id={id} className="pt-1.5 text-lg">
              {title}
            </h2>
            <IconAction label="Close" icon={X} onClick={onClose} />
          </div>
          {text !== undefined && <p className="mt-1 text-sm text-ink-soft">{text}</p>}
          <div className="mt-4">{children}</div>
        </div>
      )}
    </dialog>
  )
}

/**
 * Renders a form in a dialog. `onSubmit` saves and closes, or throws an error, which `explain` turns into a
 * message.
 */
export function FormDialog(props: {
  isOpen: boolean
  onClose: () => void
  title: string
  text?: ReactNode
  isWide?: boolean
  submitLabel: string
  /** The label of the close button; needed when the dialog itself is about cancelling. */
  closeLabel?: string
  variant?: ActionVariant
  canSubmit?: boolean
  onSubmit: () => Promise<void>
  explain: (error: unknown) => string
  children?: ReactNode
}) {
  const { onClose, submitLabel, closeLabel = 'Cancel', variant = 'primary', canSubmit = true } = props
  const { onSubmit, explain, children } = props
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function submit(): Promise<void> {
    setIsBusy(true)
    setProblem(undefined)
    try {
      await onSubmit()
      close()
    } catch (error) {
      setProblem(explain(error))
    }
    setIsBusy(false)
  }

  function close(): void {
    setProblem(undefined)
    onClose()
  }

  return (
    <ConsoleDialog {...props} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
        className="flex flex-col gap-4"
      >
        {children}
        {problem !== undefined && <Problem text={problem} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Action onClick={close}>{closeLabel}</Action>
          <Action type="submit" variant={variant} busy={isBusy} disabled={!canSubmit}>
            {submitLabel}
          </Action>
        </div>
      </form>
    </ConsoleDialog>
  )
}

/** Renders an error and announces it at once. */
export function Problem({ text }: { text: string }) {
  return (
    <p role="alert" className="rounded-sm bg-danger-mist px-3 py-2 text-sm wrap-anywhere text-danger">
      {text}
    </p>
  )
}
