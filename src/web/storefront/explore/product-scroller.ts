import type { RenderPriority } from './list-view.ts'
import {
  type Anchor,
  anchorAt,
  renderedRows,
  listOffsetAt,
  type GridLayout,
  type Rows,
  visibleRowsAt,
  countRows,
} from './product-window.ts'
import {
  measureDrift,
  offsetAtScroll,
  mustCorrectDrift,
  maxListHeight,
  moveBy,
  type ScrollPosition,
  scrollAtOffset,
  createScrollScale,
  type ScrollScale,
} from './scroll-scale.ts'

/** How long the page must not scroll until scrolling counts as over, in browsers without `scrollend`. */
const REST_DELAY_MS = 250

/** Calls back when the page rests after scrolling and no finger is on it; returns a function that stops watching. */
function watchRest(callback: () => void): () => void {
  return 'onscrollend' in window ? watchScrollEnd(callback) : watchStillness(callback)
}

/** Waits for `scrollend` and for the end of a press: content that moves during a press would lose the click. */
function watchScrollEnd(callback: () => void): () => void {
  const stopWatching = new AbortController()
  const { signal } = stopWatching
  let [isPressed, isOver] = [false, false]
  function end(): void {
    isOver = isPressed
    if (!isPressed) callback()
  }
  function point({ buttons }: PointerEvent): void {
    isPressed = buttons > 0
    if (isPressed || !isOver) return
    isOver = false
    // The click event follows immediately.
    setTimeout(() => !signal.aborted && callback())
  }
  document.addEventListener('scrollend', end, { signal })
  for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const)
    window.addEventListener(type, point, { passive: true, signal })
  return () => stopWatching.abort()
}

/** Waits for a pause in scrolling; for Safari before 26.2, which has no `scrollend` event. */
function watchStillness(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let fingers = 0
  function wait(): void {
    clearTimeout(timer)
    timer = setTimeout(() => (fingers === 0 ? callback() : wait()), REST_DELAY_MS)
  }
  function touch(event: TouchEvent): void {
    fingers = event.touches.length
  }
  const touches = ['touchstart', 'touchend', 'touchcancel'] as const
  window.addEventListener('scroll', wait, { passive: true })
  for (const eventName of touches) window.addEventListener(eventName, touch, { passive: true })
  return () => {
    clearTimeout(timer)
    window.removeEventListener('scroll', wait)
    for (const eventName of touches) window.removeEventListener(eventName, touch)
  }
}

/**
 * The view to render: the row numbers, `shift`, and the `seen` rows. The rows are `shift` pixels below their position
 * in a list drawn to scale. `isFlying` is true while the user scrolls fast.
 */
export type RowsView = Readonly<{
  layout: GridLayout
  total: number
  rows: readonly number[]
  shift: number
  seen: Rows
  isFlying: boolean
}>

/** The options of a scroller: the list's box, a hidden row to measure, and the renderer of its views. */
export type ScrollerOptions = Readonly<{
  runway: HTMLElement
  ruler: HTMLElement
  total: number
  /** The initial position; without one, the page's scroll position. */
  start: Anchor | undefined
  show: (view: RowsView, priority: RenderPriority) => void
  /** Called whenever the page rests after scrolling. */
  onRest: (anchor: Anchor) => void
}>

/** How many rows are rendered above and below the window, so that Tab and fast wheel scrolling find them. */
const OVERSCAN_ROWS = 2

type ScrollerState = { layout: GridLayout; scale: ScrollScale; place: ScrollPosition; isFlying: boolean }

/** A running scroller; `stop` returns its last position. */
export type Scroller = Readonly<{ stop(): Anchor }>

/** Sets the list's height, follows scrolling and resizing, and renders the visible rows with `show`. */
export function startScroller(options: ScrollerOptions): Scroller {
  const { runway, ruler, total, start, show } = options
  const { pathname } = window.location
  let now = measure(options)
  if (start) scrollPageTo(runway, now, listOffsetAt(now.layout, start, total))

  // During a navigation the browser may scroll while the previous page is still rendered.
  const isCurrentPage = (): boolean => window.location.pathname === pathname
  const renderNow = (): void => show(toRowsView(now, runway, total), 'next frame')
  const anchor = (): Anchor => anchorAt(now.layout, now.place.full, total)

  function scroll(): void {
    if (!isCurrentPage()) return
    const scrollTop = scrollTopNow(runway)
    const previous = now.place
    now.place = moveBy(now.scale, previous, { scrolled: scrollTop, windowHeight: now.layout.windowHeight })
    now.isFlying = Math.abs(now.place.full - previous.full) > now.layout.windowHeight
    if (mustCorrectDrift(now.scale, now.place)) scrollPageTo(runway, now, now.place.full)
    renderNow()
  }

  function rest(): void {
    if (!isCurrentPage()) return
    now.isFlying = false
    if (Math.abs(measureDrift(now.scale, now.place)) > 1) scrollPageTo(runway, now, now.place.full)
    renderNow()
    options.onRest(anchor())
  }

  function resize(): void {
    const anchorBefore = anchor()
    const previous = now
    now = measure(options)
    if (isSameLayout(previous, now)) now.place = previous.place
    // While the window is above the list, a resize of the list does not move the page.
    else if (now.place.scrolled > 0) scrollPageTo(runway, now, listOffsetAt(now.layout, anchorBefore, total))
    renderNow()
  }

  show(toRowsView(now, runway, total), 'first')
  const stopRest = watchRest(rest)
  const sizes = new ResizeObserver(resize)
  for (const measuredBy of ruler.children) sizes.observe(measuredBy)
  window.addEventListener('scroll', scroll, { passive: true })
  window.addEventListener('resize', resize)
  return {
    stop() {
      stopRest()
      sizes.disconnect()
      window.removeEventListener('scroll', scroll)
      window.removeEventListener('resize', resize)
      return anchor()
    },
  }
}

/** Measures the layout, sets the height of the box, and returns both with the scroll position. */
function measure({ runway, ruler, total }: ScrollerOptions): ScrollerState {
  const layout = measureLayout(ruler)
  const scale = createScrollScale(
    countRows(layout, total) * layout.rowHeight,
    maxListHeight(window.devicePixelRatio),
  )
  runway.style.height = `${scale.height}px`
  runway.style.setProperty('--row', `${layout.rowHeight}px`)
  const scrollTop = scrollTopNow(runway)
  return {
    layout,
    scale,
    place: { scrolled: scrollTop, full: offsetAtScroll(scale, scrollTop) },
    isFlying: false,
  }
}

/**
 * Measures the grid with a hidden card. All cards have the same height, as the style sheet fixes the lines of each
 * part.
 */
function measureLayout(ruler: HTMLElement): GridLayout {
  const { gridTemplateColumns, rowGap } = getComputedStyle(ruler)
  const tall = ruler.firstElementChild?.getBoundingClientRect().height ?? 0
  return {
    columns: gridTemplateColumns.split(' ').length,
    rowHeight: Math.max(1, tall + Number.parseFloat(rowGap)),
    windowHeight: window.innerHeight,
  }
}

function isSameLayout(one: ScrollerState, other: ScrollerState): boolean {
  return (
    one.layout.columns === other.layout.columns &&
    one.layout.rowHeight === other.layout.rowHeight &&
    one.scale.height === other.scale.height
  )
}

function scrollTopNow(runway: HTMLElement): number {
  return -runway.getBoundingClientRect().top
}

/** Scrolls the page to an offset in the list, or as far as the page allows. */
function scrollPageTo(runway: HTMLElement, now: ScrollerState, listOffset: number): void {
  const target = scrollAtOffset(now.scale, listOffset)
  window.scrollBy({ top: target - scrollTopNow(runway), behavior: 'instant' })
  const scrollTop = scrollTopNow(runway)
  // Browsers round scroll positions; only larger differences count.
  now.place = {
    scrolled: scrollTop,
    full: Math.abs(scrollTop - target) < 2 ? listOffset : offsetAtScroll(now.scale, scrollTop),
  }
}

function toRowsView(
  { layout, place, isFlying }: ScrollerState,
  runway: HTMLElement,
  total: number,
): RowsView {
  const at = { full: place.full, total }
  return {
    layout,
    total,
    rows: renderedRows(visibleRowsAt(layout, { ...at, spare: OVERSCAN_ROWS }), focusedRow(runway)),
    // Sums of fractions differ in their last digits, and rows that have not moved should not be rendered again.
    shift: Math.round((place.scrolled - place.full) * 64) / 64,
    seen: visibleRowsAt(layout, { ...at, spare: 0 }),
    isFlying,
  }
}

/** Returns the row that has the focus, which must stay rendered while the page scrolls. */
function focusedRow(runway: HTMLElement): number | undefined {
  const focused = document.activeElement
  if (!focused || !runway.contains(focused)) return undefined
  const row = focused.closest<HTMLElement>('[data-row]')?.dataset['row']
  return row === undefined ? undefined : Number(row)
}
