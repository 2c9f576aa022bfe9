import { Camera, CameraOff } from 'lucide'
import { type SubmitEvent, useState } from 'react'
import { Action } from '#web/console/parts/button.tsx'
import { canScan } from '../scan/barcode-reader.ts'
import { CameraView } from '../scan/camera-view.tsx'

const CAMERA_KEY = 'packingCamera'

/**
 * Renders the input for scanned or typed SKUs and orders while packing. It works with the camera, which stays on
 * between orders, and with scanners that act as a keyboard.
 */
export function ScanBar({ onScan }: { onScan: (text: string) => void }) {
  const [text, setText] = useState('')
  const [isCameraOn, setIsCameraOn] = useState(() => canScan() && sessionStorage.getItem(CAMERA_KEY) === 'on')

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (text.trim() !== '') onScan(text.trim())
    setText('')
  }

  function toggleCamera(): void {
    sessionStorage.setItem(CAMERA_KEY, isCameraOn ? 'off' : 'on')
    setIsCameraOn(!isCameraOn)
  }

  return (
    <div className="mb-3 flex flex-col gap-2">
      {isCameraOn && <CameraView onFound={onScan} className="h-36" />}
      <form onSubmit={submit} className="flex gap-2">
        <input
          aria-label="Scan or type a SKU or an order"
          placeholder="Scan or type a SKU or an order"
          autoComplete="off"
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="h-11 min-w-0 flex-1 rounded-md border border-line-strong bg-sheet px-3 text-sm text-ink placeholder:text-ink-soft"
        />
        {canScan() && (
          <Action icon={isCameraOn ? CameraOff : Camera} onClick={toggleCamera}>
            {isCameraOn ? 'Camera off' : 'Camera'}
          </Action>
        )}
      </form>
    </div>
  )
}
