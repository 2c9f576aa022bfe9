/** How wide or high a picture is sent at most, in pixels: more is not stored. */
const MAX_PIXELS = 2000

/** What the server takes, in bytes. */
const MAX_BYTES = 4_000_000

/**
 * A picture as it is sent, in base64: upright, no larger than needed, without what the camera wrote into it. What this
 * browser cannot draw goes as it is. Throws a RangeError with a message for the user when that is too large.
 */
export async function shrinkPicture(file: Blob): Promise<string> {
  const smaller = await resizePicture(file).catch(() => undefined)
  const upload = smaller ?? file
  if (upload.size > MAX_BYTES) throw new RangeError('Choose a picture up to 4 MB.')
  return toBase64(upload)
}

async function resizePicture(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const scale = Math.min(1, MAX_PIXELS / Math.max(bitmap.width, bitmap.height))
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(bitmap.width * scale)),
      Math.max(1, Math.round(bitmap.height * scale)),
    )
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('this browser draws no pictures')
    // A JPEG knows no transparence, which would turn black.
    pen.fillStyle = '#ffffff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
  } finally {
    bitmap.close()
  }
}

function toBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result).split(',', 2)[1] ?? ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file cannot be read')))
    reader.readAsDataURL(blob)
  })
}
