/** One of the five stars of a rating. */
export type StarShape = 'full' | 'half' | 'empty'

const PLACES = [1, 2, 3, 4, 5] as const

/** The five stars of a rating: whole ones, then a half where the fraction is 0.5 or more (CARD-11). */
export function starShapes(rating: number): readonly StarShape[] {
  return PLACES.map((place) => {
    if (rating >= place) return 'full'
    return rating >= place - 0.5 ? 'half' : 'empty'
  })
}

/** A rating as five stars; who does not see them hears one text. One drawing, since a page shows fifty of them. */
export function Stars({ rating }: { rating: number }) {
  const shapes = starShapes(rating)
  return (
    <span className="inline-flex align-middle">
      <span className="sr-only">{`Rated ${rating} out of 5`}</span>
      <svg viewBox="0 0 88 16" className="h-3.5 w-[4.8125rem] text-gold" aria-hidden="true">
        <path d={PLACES.map((place) => drawnAt(place, WHOLE)).join('')} fill="none" stroke="currentColor" />
        <path d={shapes.map((shape, index) => filledAt(index + 1, shape)).join('')} fill="currentColor" />
      </svg>
    </span>
  )
}

/** A star and its left half, as strokes from the tip at the top. */
const WHOLE = 'l1.98 4.3 4.7.56-3.47 3.22.92 4.64-4.13-2.32-4.13 2.32.92-4.64-3.47-3.22 4.7-.56z'
const LEFT_HALF = 'v10.4l-4.13 2.32.92-4.64-3.47-3.22 4.7-.56z'

function filledAt(place: number, shape: StarShape): string {
  if (shape === 'empty') return ''
  return drawnAt(place, shape === 'full' ? WHOLE : LEFT_HALF)
}

function drawnAt(place: number, strokes: string): string {
  return `M${place * 18 - 10} 1.3${strokes}`
}
