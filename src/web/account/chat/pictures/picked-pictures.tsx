import { X } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useEffect, useRef } from 'react'
import type { ChosenPicture, Pictures } from './use-pictures.ts'

/** The pictures that go with the next message: a small view of each, how far it is, and the way to take it out. */
export function ChosenPictures({ pictures: { chosen, problem, remove } }: { pictures: Pictures }) {
  return (
    <>
      {chosen.length > 0 && (
        <ul aria-label="Pictures of this message" className="mb-2 flex flex-wrap gap-2">
          {chosen.map((one) => (
            <li key={one.key} className="w-20">
              <div className="relative">
                <Preview file={one.file} />
                <button
                  type="button"
                  aria-label={`Remove ${one.file.name}`}
                  onClick={() => remove(one.key)}
                  className="absolute end-1 top-1 grid size-7 place-items-center rounded-full border border-line bg-sheet"
                >
                  <Icon shapes={X} aria-hidden="true" className="size-4" strokeWidth={1.5} />
                </button>
              </div>
              <HowFar one={one} />
            </li>
          ))}
        </ul>
      )}
      <p role="alert" className="text-xs text-danger">
        {[problem, ...chosen.map((one) => one.problem && `${one.file.name}: ${one.problem}`)]
          .filter(Boolean)
          .join(' ')}
      </p>
    </>
  )
}

function HowFar({ one: { file, progress, picture, problem } }: { one: ChosenPicture }) {
  if (picture || problem || progress === undefined) return null
  return <progress aria-label={`Uploading ${file.name}`} max={1} value={progress} className="fine-bar mt-1" />
}

const SIDE = 160

/** Drawn, not loaded: the pages' content policy lets no picture be shown from an address of the browser's own. */
function Preview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    createImageBitmap(file).then(
      (bitmap) => {
        const side = Math.min(bitmap.width, bitmap.height)
        const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2]
        canvas.current?.getContext('2d')?.drawImage(bitmap, left, top, side, side, 0, 0, SIDE, SIDE)
        bitmap.close()
      },
      // What the browser cannot draw is left plain; the shop says whether it is a picture.
      () => undefined,
    )
  }, [file])
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={file.name}
      width={SIDE}
      height={SIDE}
      className="size-20 rounded-md bg-stone"
    />
  )
}
