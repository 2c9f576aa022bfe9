import type { RefObject } from 'react'

/** Renders a hidden file input for pictures; a button beside it opens it by `ref`. */
export function HiddenPictureInput(props: {
  ref: RefObject<HTMLInputElement | null>
  onFiles: (files: readonly File[]) => void
}) {
  const { ref, onFiles } = props
  return (
    <input
      ref={ref}
      type="file"
      multiple
      accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
      aria-label="Pictures to send"
      tabIndex={-1}
      hidden
      onChange={({ currentTarget }) => {
        onFiles([...(currentTarget.files ?? [])])
        // So that the same picture can be selected again after its removal.
        currentTarget.value = ''
      }}
    />
  )
}
