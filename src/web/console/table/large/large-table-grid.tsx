import {
  type ColumnDef,
  columnVisibilityFeature,
  rowSelectionFeature,
  type RowData,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, useEffect, useMemo, useRef } from 'react'
import type { DataColumn } from '../data-table.tsx'
import type { LargeTableProps } from './large-table.tsx'
import { LargeTableRow } from './large-table-row.tsx'
import { SelectBox } from '../select-box.tsx'
import { useRowKeys } from './use-row-keys.ts'
import type { RowSelection } from './use-row-selection.ts'
import { useVisibleRows, useTopRow } from './use-visible-rows.ts'

const features = tableFeatures({ rowSelectionFeature, columnVisibilityFeature })

const ROW_HEIGHTS = { comfortable: 53, compact: 41 } as const
const HEAD_HEIGHT = 37
/** The default width of a column, the minimum width of the first one, and the width of the checkboxes. */
const COLUMN_WIDTH = 128
const FIRST_COLUMN_WIDTH = 300
const SELECT_WIDTH = 44

/** Renders the grid of a large table, for screens with room for one. */
export function LargeTableGrid<Item extends RowData>(props: LargeTableProps<Item>) {
  const { label, rows, selection, display, top } = props
  const scroller = useRef<HTMLDivElement>(null)
  const isCompact = display?.density === 'compact'
  const rowHeight = isCompact ? ROW_HEIGHTS.compact : ROW_HEIGHTS.comfortable
  // oxlint-disable-next-line react/incompatible-library -- React's compiler, which this would mislead, is not used.
  const virtualizer = useVirtualizer({
    count: rows.total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
    initialOffset: (top?.index ?? 0) * rowHeight,
    useFlushSync: false,
  })
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  const places = virtualizer.getVirtualItems()
  useVisibleRows(places, rows)
  useTopRow(virtualizer, top)
  const { columns, isSelected } = useRowModel(places, props)
  const keys = useRowKeys({ ...props, scroller, virtualizer })
  return (
    <div ref={scroller} tabIndex={-1} onKeyDown={keys.press} className="console-grid">
      <div
        role="table"
        aria-label={label}
        aria-rowcount={rows.total + 1}
        style={{
          ...layOut(columns, selection !== undefined),
          height: virtualizer.getTotalSize() + HEAD_HEIGHT,
        }}
        className={`console-large ${isCompact ? 'is-compact' : ''}`}
      >
        <TableHead columns={columns} total={rows.total} selection={selection} />
        {places.map(({ index, start }) => (
          <LargeTableRow
            // The checkbox of a row keeps the focus while the row is loading.
            key={index}
            columns={columns}
            item={rows.get(index)}
            itemKey={getKey(index, props)}
            index={index}
            height={rowHeight}
            top={start}
            details={props.details}
            getName={props.getName}
            isSelected={isSelected(getKey(index, props))}
            isTabStop={index === keys.tabStop}
            onSelect={selection ? keys.select : undefined}
            onHeight={virtualizer.resizeItem}
          />
        ))}
      </div>
    </div>
  )
}

/** Returns the key of a row: its id, or its index while it is not loaded. */
function getKey<Item>(index: number, { rows, getId }: Pick<LargeTableProps<Item>, 'rows' | 'getId'>): string {
  const item = rows.get(index)
  return item === undefined ? `row ${index}` : getId(item)
}

/** Returns the visible columns, and whether a row is selected, by the model of the visible rows. */
function useRowModel<Item extends RowData>(
  places: readonly Readonly<{ index: number }>[],
  { columns, rows, getId, selection, display }: LargeTableProps<Item>,
) {
  const [first, last] = [places[0]?.index ?? 0, places.at(-1)?.index ?? -1]
  const data = useMemo(
    () =>
      Array.from({ length: last - first + 1 }, (_, place) => rows.get(first + place) ?? []).flat() as Item[],
    [rows, first, last],
  )
  const hidden = display?.hidden
  const table = useTable({
    features,
    columns: useMemo(() => columns.map(({ id }): ColumnDef<typeof features, Item> => ({ id })), [columns]),
    data,
    getRowId: getId,
    enableRowSelection: selection !== undefined,
    state: {
      rowSelection: selection?.selected ?? NOTHING,
      columnVisibility: useMemo(
        () => Object.fromEntries([...(hidden ?? [])].map((id) => [id, false])),
        [hidden],
      ),
    },
  })
  const ids = table
    .getVisibleLeafColumns()
    .map(({ id }) => id)
    .join(' ')
  const shown = useMemo(() => {
    const visible = new Set(ids.split(' '))
    return columns.filter(({ id }) => visible.has(id))
  }, [columns, ids])
  const { rowsById } = table.getRowModel()
  return { columns: shown, isSelected: (id: string) => rowsById[id]?.getIsSelected() ?? false }
}

const NOTHING = {}

/** Returns the columns for CSS, and the minimum width of the table. */
function layOut(columns: readonly Readonly<{ width?: number }>[], hasSelection: boolean): CSSProperties {
  const widths = columns.slice(1).map(({ width = COLUMN_WIDTH }) => width)
  const select = hasSelection ? [SELECT_WIDTH] : []
  const tracks = [...select, `minmax(${FIRST_COLUMN_WIDTH}px, 1fr)`, ...widths]
  const sum = [...select, FIRST_COLUMN_WIDTH, ...widths].reduce((total, width) => total + width, 0)
  // React's type of styles has no custom properties.
  return {
    minWidth: sum,
    '--columns': tracks.map((track) => (typeof track === 'number' ? `${track}px` : track)).join(' '),
  } as CSSProperties
}

function TableHead<Item>(props: {
  columns: readonly DataColumn<Item>[]
  total: number
  selection: RowSelection | undefined
}) {
  const { columns, total, selection } = props
  const count = selection?.count ?? 0
  return (
    <div role="rowgroup" className="head">
      <div role="row" aria-rowindex={1} className="row">
        {selection && (
          <div role="columnheader" className="select">
            <SelectBox
              label="Select all rows"
              isChecked={count > 0 && count >= total}
              isPartly={count > 0}
              onChange={count > 0 ? selection.clear : selection.selectAll}
            />
          </div>
        )}
        {columns.map(({ id, title, isNumber, className = '' }) => (
          <div key={id} role="columnheader" className={`${isNumber ? 'number' : ''} ${className}`}>
            {title}
          </div>
        ))}
      </div>
    </div>
  )
}
