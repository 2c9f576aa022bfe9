/** A square area of a picture, in its pixels. */
export type Crop = Readonly<{ x: number; y: number; side: number }>

/** The size of a picture in pixels. */
type Size = Readonly<{ width: number; height: number }>

/** The smallest side of a logo's square, as a share of the largest one. */
const MIN_SHARE = 0.25

/** Returns the largest square in the middle of a picture. */
export function fitCrop({ width, height }: Size): Crop {
  const side = Math.min(width, height)
  return { x: (width - side) / 2, y: (height - side) / 2, side }
}

/** Returns the square moved by pixels of the picture, within its bounds. */
export function moveCrop(
  { width, height }: Size,
  { x, y, side }: Crop,
  by: Readonly<{ x: number; y: number }>,
): Crop {
  return { x: clamp(x + by.x, width - side), y: clamp(y + by.y, height - side), side }
}

/** Returns the square with another side and the same centre, within the picture. */
export function resizeCrop(size: Size, crop: Crop, side: number): Crop {
  const largest = Math.min(size.width, size.height)
  const bounded = Math.min(largest, Math.max(side, largest * MIN_SHARE))
  const shift = (crop.side - bounded) / 2
  return moveCrop(size, { ...crop, side: bounded }, { x: shift, y: shift })
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 0), max)
}
