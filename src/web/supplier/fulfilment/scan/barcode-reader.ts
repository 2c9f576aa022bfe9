/** The browser's own barcode reader (Shape Detection API), if any. TypeScript's DOM types do not know it yet. */
type BarcodeReader = Readonly<{
  detect(source: HTMLVideoElement): Promise<readonly Readonly<{ rawValue: string }>[]>
}>
type BarcodeReaderConstructor = new () => BarcodeReader

function findBarcodeReader(): BarcodeReaderConstructor | undefined {
  const found: unknown = Reflect.get(globalThis, 'BarcodeDetector')
  // Where it exists it is a constructor, as the specification says.
  return typeof found === 'function' ? (found as BarcodeReaderConstructor) : undefined
}

/** Returns whether this browser can read barcodes with the device's camera. */
export function canScan(): boolean {
  return findBarcodeReader() !== undefined && 'mediaDevices' in navigator
}

const LOOK_MS = 150

/** A code that stays before the camera counts once; it counts again when it was away for so long. */
const SAME_CODE_MS = 2_000

/** Shows the camera in a video and calls `onFound` for each barcode it sees, until `signal` aborts. Throws without a camera. */
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
