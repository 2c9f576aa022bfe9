import type { ProductCardData } from '#features/catalogue/catalog/contract.ts'

/** The position of a cell in a virtual list: row, `top` in pixels, column, and number of columns. */
export type CellPosition = Readonly<{ row: number; top: number; column: number; columns: number }>

/** A cell of the list, counted from 0; it has no product while loading. */
export type ListCell = Readonly<{
  kind: 'product'
  index: number
  product: ProductCardData | undefined
  place?: CellPosition
}>

/** A row whose products could not be loaded. */
export type FailedCells = Readonly<{ kind: 'failed'; products: readonly number[]; place: CellPosition }>

/** The view of a list of `total` products; those from `from` up to but not including `to` are visible. */
export type ListView = Readonly<{
  total: number
  cells: readonly (ListCell | FailedCells)[]
  from: number
  to: number
}>

/**
 * The urgency of rendering a view. `next frame` prevents a gap in it; `first` has priority over everything; `time` is
 * for loaded products in cells that are already rendered.
 */
export type RenderPriority = 'next frame' | 'first' | 'time'
