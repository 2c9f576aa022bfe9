import { useRef } from 'react'
import { sendWithSession } from '#web/app/calls/api.ts'
import { Action } from './button.tsx'

const TYPES = ['image/jpeg', 'image/png', 'image/webp']
const MAX_BYTES = 5_000_000

/** Renders a logo with buttons to replace and remove it; `src` is null without one. */
export function LogoUpload(props: {
  src: string | null
  hint: string
  canWrite: boolean
  isBusy: boolean
  onUpload: (file: File) => void
  onRemove: () => void
}) {
  const { src, hint, canWrite, isBusy, onUpload, onRemove } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <div role="group" aria-label="Logo" className="flex flex-wrap items-center gap-4">
      <div className="grid h-16 w-44 place-items-center rounded-md border border-line bg-white p-2">
        {src ? (
          <img src={src} alt="Your logo" className="max-h-full max-w-full object-contain" />
        ) : (
          <span className="text-xs text-[#5f5a52]">No logo</span>
        )}
      </div>
      {canWrite && (
        <div className="flex flex-wrap items-center gap-2">
          <input
            ref={input}
            type="file"
            accept={TYPES.join(',')}
            className="sr-only"
            tabIndex={-1}
            aria-label="Choose a logo"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) onUpload(file)
              target.value = ''
            }}
          />
          <Action isSmall busy={isBusy} onClick={() => input.current?.click()}>
            {src ? 'Replace logo' : 'Upload logo'}
          </Action>
          {src && (
            <Action isSmall variant="quiet" busy={isBusy} onClick={onRemove}>
              Remove logo
            </Action>
          )}
          <p className="w-full text-xs text-ink-soft">{hint}</p>
        </div>
      )}
    </div>
  )
}

/** Uploads a picture to `path`; rejects with a message for the user. */
export async function uploadLogo(path: string, file: File): Promise<Readonly<{ message: string }>> {
  if (!TYPES.includes(file.type)) throw createProblem('Choose a JPEG, PNG or WebP picture.')
  if (file.size > MAX_BYTES) throw createProblem('Choose a picture up to 5 MB.')
  const response = await sendWithSession(path, {
    method: 'POST',
    headers: { 'content-type': file.type },
    body: file,
  })
  const answer: unknown = await response.json()
  const message = answer instanceof Object ? Reflect.get(answer, 'message') : undefined
  const text = typeof message === 'string' ? message : 'We couldn’t upload the logo. Please try again.'
  if (!response.ok) throw createProblem(text)
  return { message: text }
}

/** Returns an error whose text `explainError` shows. */
function createProblem(text: string): Error {
  return Object.assign(new Error(text), { name: 'ApiFailure' })
}
