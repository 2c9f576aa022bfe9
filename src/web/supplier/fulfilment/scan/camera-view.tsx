import { useEffect, useRef, useState } from 'react'
import { readBarcodes } from './barcode-reader.ts'

/** Renders the camera's picture; `onFound` gets the text of each barcode. */
export function CameraView({ onFound, className }: { onFound: (text: string) => void; className: string }) {
  const video = useRef<HTMLVideoElement>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const found = useRef(onFound)
  useEffect(() => {
    found.current = onFound
  })

  useEffect(() => {
    const { current } = video
    if (!current) return undefined
    const abort = new AbortController()
    const reading = { signal: abort.signal, onFound: (text: string) => found.current(text) }
    void readBarcodes(current, reading).catch(() => {
      if (!abort.signal.aborted) setHasFailed(true)
    })
    return () => abort.abort()
  }, [])

  if (hasFailed)
    return (
      <p role="alert" className="text-sm">
        We can’t use the camera. Allow it for this site, or type the number.
      </p>
    )
  return (
    <video ref={video} muted playsInline className={`w-full rounded-md bg-black object-cover ${className}`} />
  )
}
