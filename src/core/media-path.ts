/** The path of a picture of the shop at 400 pixels, the smallest that browsers and mail programs without AVIF take. */
export function smallPicturePath(key: string): string {
  return `/media/${key}-400.webp`
}
