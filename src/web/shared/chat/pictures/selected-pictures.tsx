import { X } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useEffect, useRef } from 'react'
import type { PictureUpload, PictureUploads } from './use-picture-uploads.ts'

/** Renders the pictures of the next message: thumbnail, progress, and a remove button. */
export function SelectedPictures({ pictures: { chosen, problem, remove } }: { pictures: PictureUploads }) {
  return (
    <>
      {chosen.length > 0 && (
        <ul aria-label="Pictures of this message" className="mb-2 flex flex-wrap gap-2">
          {chosen.map((upload) => (
            <li key={upload.key} className="w-20">
              <div className="relative">
                <Preview file={upload.file} />
                <button
                  type="button"
                  aria-label={`Remove ${upload.file.name}`}
                  onClick={() => remove(upload.key)}
                  className="absolute end-1 top-1 grid size-7 place-items-center rounded-full border border-line bg-sheet"
                >
                  <Icon shapes={X} aria-hidden="true" className="size-4" strokeWidth={1.5} />
                </button>
              </div>
              <UploadStatus one={upload} />
            </li>
          ))}
        </ul>
      )}
      <p role="alert" className="text-xs text-danger">
        {[problem, ...chosen.map((upload) => upload.problem && `${upload.file.name}: ${upload.problem}`)]
          .filter(Boolean)
          .join(' ')}
      </p>
    </>
  )
}

function UploadStatus({ one: { file, progress, picture, problem } }: { one: PictureUpload }) {
  if (picture || problem || progress === undefined) return null
  return <progress aria-label={`Uploading ${file.name}`} max={1} value={progress} className="fine-bar mt-1" />
}

const PREVIEW_PX = 160

/** Draws a preview on a canvas, because the content policy forbids blob URLs for pictures. */
function Preview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    createImageBitmap(file).then(
      (bitmap) => {
        const side = Math.min(bitmap.width, bitmap.height)
        const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2]
        canvas.current
          ?.getContext('2d')
          ?.drawImage(bitmap, left, top, side, side, 0, 0, PREVIEW_PX, PREVIEW_PX)
        bitmap.close()
      },
      // A file that the browser cannot decode has no preview; the server decides whether it is a picture.
      () => undefined,
    )
  }, [file])
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={file.name}
      width={PREVIEW_PX}
      height={PREVIEW_PX}
      className="size-20 rounded-md bg-stone"
    />
  )
}
