/** Returns the path of a picture at 400 pixels, for clients without AVIF. */
export function smallPicturePath(key: string): string {
  return `/media/${key}-400.webp`
}
