import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { type Crop, fitCrop, moveCrop, resizeCrop } from './crop.ts'

/** The sides of the preview and of the saved logo, in pixels. */
const PREVIEW = 320
const LOGO = 800

/** Renders a dialog in which the user crops a picture to a square by dragging, arrow keys and a slider. */
export function LogoCropDialog(props: {
  image: ImageBitmap
  onSave: (file: File) => Promise<void>
  onClose: () => void
}) {
  const { image, onSave, onClose } = props
  const [crop, setCrop] = useState(() => fitCrop(image))
  const largest = fitCrop(image).side
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Crop logo"
      text="Drag the picture, or move it with the arrow keys."
      submitLabel="Save logo"
      onSubmit={async () => onSave(await drawFile(image, crop))}
      explain={(error) =>
        error instanceof Error ? error.message : 'We couldn’t save the logo. Please try again in a moment.'
      }
    >
      <CropArea image={image} crop={crop} onChange={setCrop} />
      <label className="mt-4 flex items-center gap-3 text-sm">
        Zoom
        <input
          type="range"
          min={100}
          max={400}
          step={5}
          value={Math.round((largest / crop.side) * 100)}
          onChange={({ target }) => setCrop(resizeCrop(image, crop, (largest * 100) / Number(target.value)))}
          className="min-h-11 flex-1 accent-(--accent)"
        />
      </label>
    </FormDialog>
  )
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

function CropArea(props: { image: ImageBitmap; crop: Crop; onChange: (crop: Crop) => void }) {
  const { image, crop, onChange } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const dragged = useRef<Readonly<{ x: number; y: number }>>(undefined)
  useEffect(() => {
    if (canvas.current) draw(canvas.current, image, crop)
  }, [image, crop])

  /** Moves the picture by pixels of the screen. */
  function move(x: number, y: number): void {
    const scale = crop.side / (canvas.current?.clientWidth || PREVIEW)
    onChange(moveCrop(image, crop, { x: -x * scale, y: -y * scale }))
  }

  function drag({ clientX: x, clientY: y }: PointerEvent): void {
    if (!dragged.current) return
    move(x - dragged.current.x, y - dragged.current.y)
    dragged.current = { x, y }
  }

  function press(event: KeyboardEvent): void {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    move(step[0] * 10, step[1] * 10)
  }

  return (
    <canvas
      ref={canvas}
      width={PREVIEW}
      height={PREVIEW}
      tabIndex={0}
      role="img"
      aria-label="The part of the picture that becomes the logo"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        dragged.current = { x: event.clientX, y: event.clientY }
      }}
      onPointerMove={drag}
      onPointerUp={() => (dragged.current = undefined)}
      onPointerCancel={() => (dragged.current = undefined)}
      onKeyDown={press}
      className="mx-auto aspect-square w-full max-w-80 cursor-grab touch-none rounded-md border border-line bg-stone"
    />
  )
}

function draw(canvas: HTMLCanvasElement, image: ImageBitmap, { x, y, side }: Crop): void {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('Your browser can’t crop pictures.')
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, x, y, side, side, 0, 0, canvas.width, canvas.height)
}

/** Returns the cropped picture as a PNG, which preserves transparency. */
async function drawFile(image: ImageBitmap, crop: Crop): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = LOGO
  canvas.height = LOGO
  draw(canvas, image, crop)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png')
  })
  if (!blob) throw new Error('Your browser couldn’t crop the picture. Choose another one.')
  return new File([blob], 'logo.png', { type: 'image/png' })
}
