/** The layout of products: columns, the height of rows (with the gap below) and of the window, in CSS pixels. */
export type GridLayout = Readonly<{ columns: number; rowHeight: number; windowHeight: number }>

/** Rows from `first` up to but not including `end`, counted from 0. */
export type Rows = Readonly<{ first: number; end: number }>

/** A position that survives a layout change: the product at the window's upper edge, and the offset below its top. */
export type Anchor = Readonly<{ product: number; offset: number }>

/** Returns how many rows the products fill. */
export function countRows({ columns }: GridLayout, total: number): number {
  return Math.ceil(total / columns)
}

/** Returns the rows visible at a scroll position, with spare rows around them. Only an empty list has none. */
export function visibleRowsAt(
  layout: GridLayout,
  { full, total, spare }: { full: number; total: number; spare: number },
): Rows {
  const { rowHeight, windowHeight } = layout
  const rows = countRows(layout, total)
  const top = clamp(full, { least: 0, most: Math.max(0, rows * rowHeight - windowHeight) })
  return {
    first: clamp(Math.floor(top / rowHeight) - spare, { least: 0, most: rows }),
    end: clamp(Math.ceil((top + windowHeight) / rowHeight) + spare, { least: 0, most: rows }),
  }
}

/**
 * Returns the numbers of the rows to render, in order. They are those near the view, and the row that has the focus,
 * wherever it is.
 */
export function renderedRows({ first, end }: Rows, focused: number | undefined): number[] {
  const rows = Array.from({ length: end - first }, (_, place) => first + place)
  if (focused === undefined || (focused >= first && focused < end)) return rows
  return focused < first ? [focused, ...rows] : [...rows, focused]
}

/** Returns the products of a row, counted from 0. */
export function productIndexesIn(row: number, { columns }: GridLayout, total: number): number[] {
  const first = row * columns
  return Array.from({ length: Math.max(0, Math.min(columns, total - first)) }, (_, place) => first + place)
}

/** Returns the pages, counted from 1, with the products of these rows and of `ahead` rows before and after them. */
export function pagesForRows(
  rows: Rows,
  { layout, total, ahead, pageSize }: { layout: GridLayout; total: number; ahead: number; pageSize: number },
): number[] {
  const first = Math.max(0, rows.first - ahead) * layout.columns
  const last = Math.min((rows.end + ahead) * layout.columns, total) - 1
  if (last < first) return []
  const from = pageOfProduct(first, pageSize)
  return Array.from({ length: pageOfProduct(last, pageSize) - from + 1 }, (_, place) => from + place)
}

/** Returns the page of a product, counted from 1. */
export function pageOfProduct(index: number, pageSize: number): number {
  return 1 + Math.floor(index / pageSize)
}

/**
 * Returns the anchor at the window's upper edge. Outside of the list it is the first or the last row, at any distance.
 */
export function anchorAt(layout: GridLayout, listOffset: number, total: number): Anchor {
  const lastRow = Math.max(0, countRows(layout, total) - 1)
  const row = clamp(Math.floor(listOffset / layout.rowHeight), { least: 0, most: lastRow })
  return { product: row * layout.columns, offset: listOffset - row * layout.rowHeight }
}

/**
 * Returns the offset in the list of the window's upper edge, by its anchor. A product that no longer exists yields the
 * last row.
 */
export function listOffsetAt(layout: GridLayout, { product, offset }: Anchor, total: number): number {
  const clamped = clamp(product, { least: 0, most: Math.max(0, total - 1) })
  return Math.floor(clamped / layout.columns) * layout.rowHeight + offset
}

function clamp(value: number, { least, most }: { least: number; most: number }): number {
  return Math.max(least, Math.min(value, most))
}
