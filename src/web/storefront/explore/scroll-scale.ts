/**
 * How a list that may be taller than anything a browser can draw fits the page's scrollbar. All in CSS pixels, counted
 * from the list's top: `full` is how tall its rows are together, `height` how tall it stands on the page.
 *
 * Both ends are drawn to scale, so that the first and the last rows meet what stands above and below the list; only what
 * lies between them is squeezed.
 */
export type ScrollScale = Readonly<{ full: number; height: number }>

/** Where the window's upper edge is: how far the page was scrolled, and how deep in the list that shows. */
export type Place = Readonly<{ scrolled: number; full: number }>

/** So much of each end is to scale: further than anybody scrolls in one go. */
const EXACT_END = 100_000

/** A step of up to so many windows is somebody reading on; a larger one takes hold of the scrollbar. */
const LONGEST_STEP = 1.5

/**
 * The tallest that a list may stand on the page. Elements end at 33,554,400 device pixels in Chromium and Safari, and
 * from 2^24 on the positions on the screen lose their exactness; a pixel of the scrollbar should still be a large step.
 */
export function mostHeight(devicePixelRatio: number): number {
  return Math.min(4_000_000, 12_000_000 / Math.max(devicePixelRatio, 1))
}

/** The scale of a list whose rows are `full` tall together, at most `most` on the page. */
export function scrollScale(full: number, most: number): ScrollScale {
  return { full, height: Math.min(full, most) }
}

/** How deep in the list the page shows when it has been scrolled so far; before and behind the list it goes on to scale. */
export function fullAt(scale: ScrollScale, scrolled: number): number {
  const end = exactEnd(scale)
  if (scrolled <= end) return scrolled
  if (scrolled >= scale.height - end) return scale.full - (scale.height - scrolled)
  return end + (scrolled - end) * squeeze(scale)
}

/** How far the page is to be scrolled to show what is so deep in the list: the inverse of `fullAt`. */
export function scrolledAt(scale: ScrollScale, full: number): number {
  const end = exactEnd(scale)
  if (full <= end) return full
  if (full >= scale.full - end) return scale.height - (scale.full - full)
  return end + (full - end) / squeeze(scale)
}

/** The place after the page was scrolled on: small steps move the list by as much, large ones go where the scrollbar says. */
export function moved(
  scale: ScrollScale,
  from: Place,
  to: { scrolled: number; windowHeight: number },
): Place {
  const { scrolled, windowHeight } = to
  const step = scrolled - from.scrolled
  const isReadingOn = Math.abs(step) <= LONGEST_STEP * windowHeight
  return { scrolled, full: isReadingOn ? from.full + step : fullAt(scale, scrolled) }
}

/** By how many pixels the scrollbar is beside the truth after small steps through what is squeezed. */
export function driftOf(scale: ScrollScale, { scrolled, full }: Place): number {
  return scrolledAt(scale, full) - scrolled
}

/**
 * Whether the drift must go at once and not when the page comes to rest: so near an end one could otherwise run into it
 * before the list has come to its own.
 */
export function isDriftPressing(scale: ScrollScale, place: Place): boolean {
  const margin = exactEnd(scale) / 2
  const isNearEnd = place.scrolled < margin || place.scrolled > scale.height - margin
  return isNearEnd && Math.abs(driftOf(scale, place)) > 1
}

function exactEnd({ height }: ScrollScale): number {
  return Math.min(EXACT_END, height / 4)
}

/** How many pixels of the list a pixel of scrolling stands for between the ends. */
function squeeze(scale: ScrollScale): number {
  const ends = 2 * exactEnd(scale)
  return (scale.full - ends) / (scale.height - ends)
}
