import type { ProductCardData } from '#features/catalogue/catalog/contract.ts'

/** The position of a cell in a virtual list: its row, `top` in pixels, and its column of so many. */
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

/** The view of a list of `total` products; those from `from` up to but not including `to` are visible. */
export type ListView = Readonly<{
  total: number
  cells: readonly (ListCell | FailedCells)[]
  from: number
  to: number
}>

/**
 * The urgency of rendering a view. `next frame` avoids a hole in it; `first` precedes all else; `time` is for
 * products that have come to rendered places.
 */
export type RenderPriority = 'next frame' | 'first' | 'time'
