import { useEffect, useRef, useState } from 'react'
import { ConsoleDialog } from '#web/console/parts/dialog.tsx'

/** The browser's own reader of barcodes (Shape Detection API), where it has one; TypeScript's DOM types do not know it yet. */
type BarcodeReader = Readonly<{
  detect(source: HTMLVideoElement): Promise<readonly Readonly<{ rawValue: string }>[]>
}>
type BarcodeReaderConstructor = new () => BarcodeReader

function findBarcodeReader(): BarcodeReaderConstructor | undefined {
  const found: unknown = Reflect.get(globalThis, 'BarcodeDetector')
  // Where it exists it is a constructor, as the specification says.
  return typeof found === 'function' ? (found as BarcodeReaderConstructor) : undefined
}

/** Whether this browser can read barcodes with the device's camera. */
export function canScan(): boolean {
  return findBarcodeReader() !== undefined && 'mediaDevices' in navigator
}

const LOOK_MS = 200

/** Reads a barcode with the camera; `onFound` gets its text. */
export function ScanDialog({ onFound, onClose }: { onFound: (text: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string>()
  const found = useRef(onFound)
  useEffect(() => {
    found.current = onFound
  })

  useEffect(() => {
    const abort = new AbortController()
    void scan(video, abort.signal).then(
      (text) => text !== undefined && found.current(text),
      () => setProblem('We can’t use the camera. Allow it for this site, or type the number.'),
    )
    return () => abort.abort()
  }, [])

  return (
    <ConsoleDialog isOpen onClose={onClose} title="Scan the barcode">
      {problem === undefined ? (
        <video
          ref={video}
          muted
          playsInline
          className="aspect-video w-full rounded-md bg-black object-cover"
        />
      ) : (
        <p role="alert" className="text-sm">
          {problem}
        </p>
      )}
    </ConsoleDialog>
  )
}

/** Returns the text of the first barcode that the camera sees; undefined when the scan was given up. */
async function scan(
  video: { current: HTMLVideoElement | null },
  signal: AbortSignal,
): Promise<string | undefined> {
  const Reader = findBarcodeReader()
  if (!Reader) return undefined
  const reader = new Reader()
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  try {
    if (!video.current) return undefined
    video.current.srcObject = stream
    await video.current.play()
    while (!signal.aborted) {
      const [code] = await reader.detect(video.current)
      if (code) return code.rawValue
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
    return undefined
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}
