import type { RowData } from '@tanstack/react-table'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { DataColumn } from '../data-table.tsx'
import { LargeTableCards } from './large-table-cards.tsx'
import { LargeTableGrid } from './large-table-grid.tsx'
import type { RowSource } from './row-source.ts'
import type { TableDisplay } from '../table-display.tsx'
import type { RowSelection } from './use-row-selection.ts'

/** The rows below a row, such as the variants of a product: their number and their content. */
export type RowDetails<Item> = Readonly<{
  count: (item: Item) => number
  /** Renders that number of `DetailRow`s. */
  render: (item: Item, columns: readonly DataColumn<Item>[]) => ReactNode
}>

export type LargeTableProps<Item> = Readonly<{
  /** The label of the table for screen readers. */
  label: string
  /** The columns with widths; the first one takes the remaining space. */
  columns: readonly DataColumn<Item>[]
  rows: RowSource<Item>
  getId: (item: Item) => string
  /** Returns the name of a row for screen readers, such as the number of an order. */
  getName: (item: Item) => string
  /** Returns the address that Enter opens on a row. */
  getHref?: (item: Item) => string
  selection?: RowSelection
  display?: TableDisplay
  details?: RowDetails<Item>
  /** Renders a row on phones. */
  card: (item: Item) => ReactNode
  /** The row at the top, and a callback for another one once scrolling has ended. */
  top?: Readonly<{ index: number; onChange: (index: number) => void }>
}>

/**
 * Renders a table of any number of rows, of which only the visible ones are in the DOM. Header and first column are
 * sticky, rows are selected by mouse, Shift and keyboard. On phones it is a list of cards.
 */
export function LargeTable<Item extends RowData>(props: LargeTableProps<Item>) {
  const hasTable = useHasTables()
  return hasTable ? <LargeTableGrid {...props} /> : <LargeTableCards {...props} />
}

/** The media query of tables; on narrower screens lists are cards. */
const TABLE_QUERY = '(min-width: 48rem)'

/** Returns whether the window is wide enough for tables. */
function useHasTables(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(TABLE_QUERY)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => matchMedia(TABLE_QUERY).matches,
    () => true,
  )
}
