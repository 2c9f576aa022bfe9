import { useRef, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { sendWithSession } from '#web/app/calls/api.ts'

/** Renders a button that uploads pictures; `name` describes its purpose for screen readers. */
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
          variant="outline"
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
          // Allows selecting the same file again.
          target.value = ''
        }}
      />
    </>
  )
}

const MAX_BYTES = 5_000_000
const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp']
const UPLOAD_FAILED = 'We couldn’t upload the picture. Please try again.'

/** The types that the file chooser offers. */
const PICTURE_TYPES = IMAGE_TYPES.join(',')

/** Returns why a file cannot be uploaded, or undefined. The server checks its content. */
function explainInvalidFile({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!IMAGE_TYPES.includes(type)) return 'Choose a JPEG, PNG or WebP picture.'
  return size > MAX_BYTES ? 'Choose a picture up to 5 MB.' : undefined
}

/** Uploads a picture; returns the named field of the response. Rejects with a message for the user. */
export async function uploadPicture<Picture extends { key: string }>(
  path: '/shop/uploadStoreLogo' | '/shop/uploadProductPicture',
  file: File,
  field: 'logo' | 'picture',
): Promise<Picture> {
  const problem = explainInvalidFile(file)
  if (problem) throw new Error(problem)
  const answer = await postFile(path, file)
  const picture: unknown = answer[field]
  const message = answer['message']
  if (answer['success'] !== true || typeof picture !== 'object' || picture === null)
    throw new Error(typeof message === 'string' ? message : UPLOAD_FAILED)
  // The contract defines this response.
  return picture as Picture
}

async function postFile(path: string, file: File): Promise<Record<string, unknown>> {
  try {
    const response = await sendWithSession(path, {
      method: 'POST',
      headers: { 'content-type': file.type },
      body: file,
    })
    const answer: unknown = await response.json()
    return typeof answer === 'object' && answer !== null ? { ...answer } : {}
  } catch (cause) {
    throw new Error(UPLOAD_FAILED, { cause })
  }
}
