import { Fragment, memo, type MouseEvent, type ReactNode, useLayoutEffect } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { DataColumn } from '../data-table.tsx'
import type { RowDetails } from './large-table.tsx'
import { SelectBox } from '../select-box.tsx'

/** The height of a detail row, in pixels. */
const DETAIL_HEIGHT = 45

type LargeTableRowProps<Item> = Readonly<{
  columns: readonly DataColumn<Item>[]
  /** Undefined while it is not loaded. */
  item: Item | undefined
  /** The unique key of the item. */
  itemKey: string
  index: number
  height: number
  /** The distance from the top of the table, in pixels. */
  top: number
  details: RowDetails<Item> | undefined
  getName: (item: Item) => string
  isSelected: boolean
  isTabStop: boolean
  onSelect: ((index: number, isRange: boolean) => void) | undefined
  onHeight: (index: number, height: number) => void
}>

function Row<Item>(props: LargeTableRowProps<Item>) {
  const { columns, item, itemKey, index, height, top, details, getName } = props
  const { isSelected, isTabStop, onSelect, onHeight } = props
  const below = item === undefined ? 0 : (details?.count(item) ?? 0)
  const fullHeight = height + below * DETAIL_HEIGHT
  useLayoutEffect(() => onHeight(index, fullHeight), [index, fullHeight, onHeight])
  return (
    <div role="rowgroup" className="rows" style={{ top }}>
      <div role="row" data-selected={isSelected} aria-rowindex={index + 2} className="row" style={{ height }}>
        {onSelect && (
          <div role="cell" className="select">
            <SelectBox
              label={item === undefined ? 'This row is loading' : `Select ${getName(item)}`}
              isChecked={isSelected}
              data-row-index={index}
              tabIndex={isTabStop ? 0 : -1}
              onChange={ignoreChange}
              onClick={(event: MouseEvent) => onSelect(index, event.shiftKey)}
            />
          </div>
        )}
        {item === undefined ? (
          <div role="cell">
            <Skeleton className="h-4 w-2/3 rounded-sm" />
          </div>
        ) : (
          <Fragment key={itemKey}>
            <Cells columns={columns} getContent={(column) => column.cell(item)} />
          </Fragment>
        )}
      </div>
      {item !== undefined && below > 0 && <Fragment key={itemKey}>{details?.render(item, columns)}</Fragment>}
    </div>
  )
}

/** Rows that stay visible are not rendered again during scrolling. */
export const LargeTableRow = memo(Row) as typeof Row

/** Renders a detail row below another one; `getContent` returns its content of a column. */
export function DetailRow<Item>(props: {
  columns: readonly DataColumn<Item>[]
  getContent: (column: string) => ReactNode
}) {
  const { columns, getContent } = props
  return (
    <div role="row" className="row detail" style={{ height: DETAIL_HEIGHT }}>
      <div role="cell" className="select" />
      <Cells columns={columns} getContent={({ id }) => getContent(id)} />
    </div>
  )
}

function Cells<Item>(props: {
  columns: readonly DataColumn<Item>[]
  getContent: (column: DataColumn<Item>) => ReactNode
}) {
  const { columns, getContent } = props
  return columns.map((column) => (
    <div
      key={column.id}
      role="cell"
      className={`${column.isNumber ? 'number' : ''} ${column.className ?? ''}`}
    >
      {getContent(column)}
    </div>
  ))
}

/** Ignores changes: clicks are handled instead, as they report the Shift key. */
function ignoreChange(): void {}
