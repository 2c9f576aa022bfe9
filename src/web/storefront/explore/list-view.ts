import type { ProductCardData } from '#features/catalogue/catalog/contract.ts'

/** Where something stands in a list that is drawn in part: its row, `top` in pixels, and its column of so many. */
export type CellPosition = Readonly<{ row: number; top: number; column: number; columns: number }>

/** A place of the list, counted from 0; without a product that one is on its way. */
export type ListCell = Readonly<{
  kind: 'product'
  index: number
  product: ProductCardData | undefined
  place?: CellPosition
}>

/** A row whose products could not be had. */
export type FailedCells = Readonly<{ kind: 'failed'; products: readonly number[]; place: CellPosition }>

/** What is drawn of a list of `total` products; those from `from` up to but not including `to` are seen. */
export type ListView = Readonly<{
  total: number
  cells: readonly (ListCell | FailedCells)[]
  from: number
  to: number
}>

/**
 * How soon a view must be drawn: before the `next frame`, or there would be a hole in it; `first` of all; or when there
 * is `time`, since only products have come to places that are drawn already.
 */
export type RenderPriority = 'next frame' | 'first' | 'time'
