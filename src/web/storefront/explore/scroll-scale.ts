/**
 * The scale by which a list that is taller than browsers allow fits the page's scrollbar. All values are in CSS pixels
 * from the list's top: `full` is the height of all rows, `height` that of the list on the page.
 *
 * Both ends are drawn to scale, so that the first and last rows meet the content above and below the list; only the
 * middle is compressed.
 */
export type ScrollScale = Readonly<{ full: number; height: number }>

/** The position of the window's upper edge: the page's scroll position, and the offset in the list. */
export type ScrollPosition = Readonly<{ scrolled: number; full: number }>

/** The length of each end that is drawn to scale, in pixels: further than a user scrolls at once. */
const UNSCALED_END = 100_000

/**
 * The largest scroll step, in window heights, that counts as ordinary scrolling; a larger one is a drag of the
 * scrollbar.
 */
const MAX_STEP = 1.5

/**
 * Returns the largest height of a list on the page. Elements end at 33,554,400 device pixels in Chromium and Safari,
 * and from 2^24 on screen positions lose precision; a pixel of the scrollbar should still be a large step.
 */
export function maxListHeight(devicePixelRatio: number): number {
  return Math.min(4_000_000, 12_000_000 / Math.max(devicePixelRatio, 1))
}

/** Returns the scale of a list of `listHeight`, which is at most `maxHeight` tall on the page. */
export function createScrollScale(listHeight: number, maxHeight: number): ScrollScale {
  return { full: listHeight, height: Math.min(listHeight, maxHeight) }
}

/** Returns the offset in the list at a scroll position. Above and below the list the scale is 1. */
export function offsetAtScroll(scale: ScrollScale, scrollTop: number): number {
  const unscaled = unscaledEnd(scale)
  if (scrollTop <= unscaled) return scrollTop
  if (scrollTop >= scale.height - unscaled) return scale.full - (scale.height - scrollTop)
  return unscaled + (scrollTop - unscaled) * compressionRatio(scale)
}

/** Returns the scroll position that shows an offset of the list; the inverse of `offsetAtScroll`. */
export function scrollAtOffset(scale: ScrollScale, listOffset: number): number {
  const unscaled = unscaledEnd(scale)
  if (listOffset <= unscaled) return listOffset
  if (listOffset >= scale.full - unscaled) return scale.height - (scale.full - listOffset)
  return unscaled + (listOffset - unscaled) / compressionRatio(scale)
}

/**
 * Returns the position after the page was scrolled. Small steps move the list by the same distance, large ones to where
 * the scrollbar points.
 */
export function moveBy(
  scale: ScrollScale,
  from: ScrollPosition,
  to: { scrolled: number; windowHeight: number },
): ScrollPosition {
  const { scrolled, windowHeight } = to
  const scrollDelta = scrolled - from.scrolled
  const isReadingOn = Math.abs(scrollDelta) <= MAX_STEP * windowHeight
  return { scrolled, full: isReadingOn ? from.full + scrollDelta : offsetAtScroll(scale, scrolled) }
}

/** Returns the scrollbar's deviation in pixels after small steps through a compressed list. */
export function measureDrift(scale: ScrollScale, { scrolled, full }: ScrollPosition): number {
  return scrollAtOffset(scale, full) - scrolled
}

/**
 * Returns whether the drift must be corrected at once instead of when scrolling ends. This is so near an end, which the
 * page could otherwise reach before the list does.
 */
export function mustCorrectDrift(scale: ScrollScale, position: ScrollPosition): boolean {
  const margin = unscaledEnd(scale) / 2
  const isNearEnd = position.scrolled < margin || position.scrolled > scale.height - margin
  return isNearEnd && Math.abs(measureDrift(scale, position)) > 1
}

function unscaledEnd({ height }: ScrollScale): number {
  return Math.min(UNSCALED_END, height / 4)
}

/** Returns how many pixels of the list a pixel of scrolling represents between the ends. */
function compressionRatio(scale: ScrollScale): number {
  const bothEnds = 2 * unscaledEnd(scale)
  return (scale.full - bothEnds) / (scale.height - bothEnds)
}
