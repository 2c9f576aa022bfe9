import type { Pace } from './list-view.ts'
import {
  type Anchor,
  anchorAt,
  drawnRows,
  fullOf,
  type PieceLayout,
  type Rows,
  rowsAt,
  rowsOf,
} from './product-window.ts'
import {
  driftOf,
  fullAt,
  isDriftPressing,
  mostHeight,
  moved,
  type Place,
  scrolledAt,
  scrollScale,
  type ScrollScale,
} from './scroll-scale.ts'

/** How long the page must have stood still where the browser does not say when scrolling is over. */
const STILL_MS = 250

/** Calls back whenever the page has come to rest after scrolling, with no finger on it; gives what stops that. */
function onRest(tell: () => void): () => void {
  return 'onscrollend' in window ? onScrollEnd(tell) : onStillness(tell)
}

function onScrollEnd(tell: () => void): () => void {
  document.addEventListener('scrollend', tell)
  return () => document.removeEventListener('scrollend', tell)
}

/** For Safari before 26.2, which has no such event. */
function onStillness(tell: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let fingers = 0
  function wait(): void {
    clearTimeout(timer)
    timer = setTimeout(() => (fingers === 0 ? tell() : wait()), STILL_MS)
  }
  function touch(event: TouchEvent): void {
    fingers = event.touches.length
  }
  const touches = ['touchstart', 'touchend', 'touchcancel'] as const
  window.addEventListener('scroll', wait, { passive: true })
  for (const kind of touches) window.addEventListener(kind, touch, { passive: true })
  return () => {
    clearTimeout(timer)
    window.removeEventListener('scroll', wait)
    for (const kind of touches) window.removeEventListener(kind, touch)
  }
}

/**
 * What is to be drawn: the numbers of the rows, `shift` pixels below where they would stand if the list were drawn to
 * scale, and which of them are `seen`. `isFlying` while somebody rushes past.
 */
export type RowsView = Readonly<{
  layout: PieceLayout
  total: number
  rows: readonly number[]
  shift: number
  seen: Rows
  isFlying: boolean
}>

/** What a scroller works on: the list's box, a row drawn out of sight to measure by, and who draws what it says. */
export type ScrollerOptions = Readonly<{
  runway: HTMLElement
  ruler: HTMLElement
  total: number
  /** Where to begin; where the page is when there is none. */
  start: Anchor | undefined
  show: (view: RowsView, pace: Pace) => void
  /** Told whenever the page has come to rest. */
  onRest: (anchor: Anchor) => void
}>

/** Rows drawn beyond the window on either side, so that Tab and a quick wheel find them there. */
const SPARE_ROWS = 2

type Moment = { layout: PieceLayout; scale: ScrollScale; place: Place; isFlying: boolean }

/** A scroller at work; `stop` tells where it stopped. */
export type Scroller = Readonly<{ stop(): Anchor }>

/** Gives the list's box its height, follows the page's scrolling and the window's size, and says which rows to draw. */
export function startScroller(options: ScrollerOptions): Scroller {
  const { runway, ruler, total, start, show } = options
  const { pathname } = window.location
  let now = measured(options)
  if (start) goTo(runway, now, fullOf(now.layout, start, total))

  // On the way to another page the browser may scroll already while this one still stands.
  const isHere = (): boolean => window.location.pathname === pathname
  const draw = (): void => show(viewOf(now, runway, total), 'next frame')
  const anchor = (): Anchor => anchorAt(now.layout, now.place.full, total)

  function scroll(): void {
    if (!isHere()) return
    const scrolled = scrolledNow(runway)
    const before = now.place
    now.place = moved(now.scale, before, { scrolled, windowHeight: now.layout.windowHeight })
    now.isFlying = Math.abs(now.place.full - before.full) > now.layout.windowHeight
    if (isDriftPressing(now.scale, now.place)) goTo(runway, now, now.place.full)
    draw()
  }

  function rest(): void {
    if (!isHere()) return
    now.isFlying = false
    if (Math.abs(driftOf(now.scale, now.place)) > 1) goTo(runway, now, now.place.full)
    draw()
    options.onRest(anchor())
  }

  function resize(): void {
    const kept = anchor()
    const before = now
    now = measured(options)
    if (isSameMeasure(before, now)) now.place = before.place
    // While the window is above the list, nothing in the list moves the page.
    else if (now.place.scrolled > 0) goTo(runway, now, fullOf(now.layout, kept, total))
    draw()
  }

  show(viewOf(now, runway, total), 'first')
  const stopRest = onRest(rest)
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

/** The layout as it is, with the box given its height, at the place where the page is. */
function measured({ runway, ruler, total }: ScrollerOptions): Moment {
  const layout = layoutBy(ruler)
  const scale = scrollScale(rowsOf(layout, total) * layout.rowHeight, mostHeight(window.devicePixelRatio))
  runway.style.height = `${scale.height}px`
  runway.style.setProperty('--row', `${layout.rowHeight}px`)
  const scrolled = scrolledNow(runway)
  return { layout, scale, place: { scrolled, full: fullAt(scale, scrolled) }, isFlying: false }
}

/** All cards are as tall as the one that is drawn out of sight: the style sheet gives each part its lines. */
function layoutBy(ruler: HTMLElement): PieceLayout {
  const { gridTemplateColumns, rowGap } = getComputedStyle(ruler)
  const tall = ruler.firstElementChild?.getBoundingClientRect().height ?? 0
  return {
    columns: gridTemplateColumns.split(' ').length,
    rowHeight: Math.max(1, tall + Number.parseFloat(rowGap)),
    windowHeight: window.innerHeight,
  }
}

function isSameMeasure(one: Moment, other: Moment): boolean {
  return (
    one.layout.columns === other.layout.columns &&
    one.layout.rowHeight === other.layout.rowHeight &&
    one.scale.height === other.scale.height
  )
}

function scrolledNow(runway: HTMLElement): number {
  return -runway.getBoundingClientRect().top
}

/** Scrolls the page to what is so deep in the list; where the page ends before, to what is there. */
function goTo(runway: HTMLElement, now: Moment, full: number): void {
  const wanted = scrolledAt(now.scale, full)
  window.scrollBy({ top: wanted - scrolledNow(runway), behavior: 'instant' })
  const scrolled = scrolledNow(runway)
  // Browsers round; only what is further off is another place.
  now.place = { scrolled, full: Math.abs(scrolled - wanted) < 2 ? full : fullAt(now.scale, scrolled) }
}

function viewOf({ layout, place, isFlying }: Moment, runway: HTMLElement, total: number): RowsView {
  const at = { full: place.full, total }
  return {
    layout,
    total,
    rows: drawnRows(rowsAt(layout, { ...at, spare: SPARE_ROWS }), focusedRow(runway)),
    // Sums of fractions differ in their last digits, and rows that stand still should not be drawn anew.
    shift: Math.round((place.scrolled - place.full) * 64) / 64,
    seen: rowsAt(layout, { ...at, spare: 0 }),
    isFlying,
  }
}

/** Whoever is in a row by keyboard or reader must not lose it when the wheel turns. */
function focusedRow(runway: HTMLElement): number | undefined {
  const focused = document.activeElement
  if (!focused || !runway.contains(focused)) return undefined
  const row = focused.closest<HTMLElement>('[data-row]')?.dataset['row']
  return row === undefined ? undefined : Number(row)
}
