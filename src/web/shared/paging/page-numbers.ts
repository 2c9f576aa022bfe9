/** A place in a row of page numbers: a page, or a gap, which says after which page it stands. */
export type PagePlace = Readonly<{ kind: 'page'; page: number }> | Readonly<{ kind: 'gap'; after: number }>

/** So many pages are shown in full; with more there is an ellipsis (MKT-17). */
const SHOWN_IN_FULL = 5

/** The places to show: all of up to five pages, else the first, the last, the current one and its neighbours. */
export function pagePlaces(current: number, last: number): readonly PagePlace[] {
  const places: PagePlace[] = []
  let before = 0
  for (const page of shownPages(current, last)) {
    if (page - before > 1) places.push({ kind: 'gap', after: before })
    places.push({ kind: 'page', page })
    before = page
  }
  return places
}

function shownPages(current: number, last: number): readonly number[] {
  if (last <= SHOWN_IN_FULL) return Array.from({ length: last }, (_, index) => index + 1)
  const pages = new Set([1, current - 1, current, current + 1, last])
  return [...pages].filter((page) => page >= 1 && page <= last).sort((a, b) => a - b)
}
