import type { RowData } from '@tanstack/react-table'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { DataColumn } from '../data-table.tsx'
import { LargeTableCards } from './large-table-cards.tsx'
import { LargeTableGrid } from './large-table-grid.tsx'
import type { RowSource } from './row-source.ts'
import type { TableDisplay } from '../table-display.tsx'
import type { RowSelection } from './use-row-selection.ts'

/** Rows that belong below a row, such as the variants of a product: how many, and what they show. */
export type RowDetails<Item> = Readonly<{
  count: (item: Item) => number
  /** Returns so many `DetailRow`s. */
  render: (item: Item, columns: readonly DataColumn<Item>[]) => ReactNode
}>

export type LargeTableProps<Item> = Readonly<{
  /** What the table shows, for readers. */
  label: string
  /** Columns with widths; the first one takes what is left. */
  columns: readonly DataColumn<Item>[]
  rows: RowSource<Item>
  getId: (item: Item) => string
  /** Names a row for readers, such as the number of an order. */
  getName: (item: Item) => string
  /** Where Enter on a row leads. */
  getHref?: (item: Item) => string
  selection?: RowSelection
  display?: TableDisplay
  details?: RowDetails<Item>
  /** How a row looks on a phone. */
  card: (item: Item) => ReactNode
  /** The first row at the top, and a callback for another one once scrolling has ended. */
  top?: Readonly<{ index: number; onChange: (index: number) => void }>
}>

/**
 * Renders a table of any number of rows, drawing only the visible ones. Head and first column stay, rows are
 * selected by mouse, Shift and keyboard. On phones it is a list of cards.
 */
export function LargeTable<Item extends RowData>(props: LargeTableProps<Item>) {
  const hasTable = useHasTables()
  return hasTable ? <LargeTableGrid {...props} /> : <LargeTableCards {...props} />
}

/** The width from which on lists are tables; below they are cards. */
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
