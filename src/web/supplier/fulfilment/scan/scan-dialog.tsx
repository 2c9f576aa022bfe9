import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Action } from '#web/console/parts/button.tsx'
import { ConsoleDialog } from '#web/console/parts/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { canScan } from './barcode-reader.ts'
import { CameraView } from './camera-view.tsx'

/** Renders the dialog that scans a barcode or takes a typed number; `onFound` gets its text. */
export function ScanDialog(props: {
  title: string
  /** The label of the input, such as `Order or tracking number`. */
  label: string
  onFound: (text: string) => void
  onClose: () => void
}) {
  const { title, label, onFound, onClose } = props
  const [text, setText] = useState('')
  const hasCamera = canScan()
  const field = useRef<HTMLInputElement>(null)
  // Scanners that act as a keyboard need the focus in the field.
  useEffect(() => field.current?.focus(), [])

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    // The dialog may be inside another form, which must not be submitted.
    event.stopPropagation()
    if (text.trim() !== '') onFound(text.trim())
  }

  return (
    <ConsoleDialog
      isOpen
      onClose={onClose}
      title={title}
      text={
        hasCamera
          ? undefined
          : 'This browser can’t scan barcodes. Type the number, or use a scanner that types.'
      }
    >
      {hasCamera && <CameraView onFound={onFound} className="aspect-video" />}
      <form onSubmit={submit} className="mt-4 flex items-end gap-2">
        <Field
          className="flex-1"
          label={label}
          autoComplete="off"
          maxLength={100}
          ref={field}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Action type="submit" className="min-h-12!" disabled={text.trim() === ''}>
          Go
        </Action>
      </form>
    </ConsoleDialog>
  )
}
