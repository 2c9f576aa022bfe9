import { useRef } from 'react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { PICTURE_TYPES } from './upload-picture.ts'

/** A button that lets somebody choose pictures of their own; `name` says to readers what it is for. */
export function PictureUploadButton(props: {
  label: ReactNode
  name: string
  isBusy: boolean
  isMultiple?: boolean
  className?: string
  onChoose: (files: readonly File[]) => void
}) {
  const { label, name, isBusy, isMultiple = false, className, onChoose } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      {className === undefined ? (
        <Button
          size="sm"
          look="outline"
          aria-label={name}
          busy={isBusy}
          onClick={() => input.current?.click()}
        >
          {label}
        </Button>
      ) : (
        <button
          type="button"
          aria-label={name}
          aria-busy={isBusy || undefined}
          disabled={isBusy}
          onClick={() => input.current?.click()}
          className={className}
        >
          {label}
        </button>
      )}
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES}
        multiple={isMultiple}
        aria-hidden="true"
        tabIndex={-1}
        hidden
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])])
          // The same file may be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}
