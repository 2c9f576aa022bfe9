/** The browser's barcode reader (Shape Detection API), if any. TypeScript's DOM types do not include it yet. */
type BarcodeReader = Readonly<{
  detect(source: HTMLVideoElement): Promise<readonly Readonly<{ rawValue: string }>[]>
}>
type BarcodeReaderConstructor = new () => BarcodeReader

function findBarcodeReader(): BarcodeReaderConstructor | undefined {
  const found: unknown = Reflect.get(globalThis, 'BarcodeDetector')
  // If it exists, it is a constructor according to the specification.
  return typeof found === 'function' ? (found as BarcodeReaderConstructor) : undefined
}

/** Returns whether this browser can read barcodes with the device's camera. */
export function canScan(): boolean {
  return findBarcodeReader() !== undefined && 'mediaDevices' in navigator
}

const LOOK_MS = 150

/** How long a code must be out of view before it counts again, in milliseconds. */
const SAME_CODE_MS = 2_000

/**
 * Shows the camera in a video element and calls `onFound` for each detected barcode until `signal` aborts. Throws if
 * there is no camera.
 */
export async function readBarcodes(
  video: HTMLVideoElement,
  { signal, onFound }: Readonly<{ signal: AbortSignal; onFound: (text: string) => void }>,
): Promise<void> {
  const Reader = findBarcodeReader()
  if (!Reader) throw new Error('this browser cannot read barcodes')
  const reader = new Reader()
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  let last = { text: '', at: 0 }
  try {
    video.srcObject = stream
    await video.play()
    while (!signal.aborted) {
      const [code] = await reader.detect(video)
      const now = Date.now()
      if (code && (code.rawValue !== last.text || now - last.at > SAME_CODE_MS)) {
        navigator.vibrate?.(40)
        onFound(code.rawValue)
      }
      if (code) last = { text: code.rawValue, at: now }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}
