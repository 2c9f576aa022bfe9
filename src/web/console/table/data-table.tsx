import {
  type ColumnDef,
  type Row,
  type RowData,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type ComponentProps, Fragment, type ReactNode, useMemo } from 'react'
import { SelectBox } from './select-box.tsx'

const features = tableFeatures({ rowSelectionFeature })

/** A column of a console's table: its title, its cell, and whether it has figures. */
export type DataColumn<Item> = Readonly<{
  id: string
  title: string
  cell: (item: Item) => ReactNode
  isNumber?: boolean
  className?: string
  /** Its width in a large table, in pixels. */
  width?: number
  /** Whether the column is optional: visible by default, or only when selected. */
  choice?: 'shown' | 'hidden'
}>

/** The selected rows of a table, by ID. */
export type Selection = Readonly<{
  selected: RowSelectionState
  onChange: (update: RowSelectionState | ((before: RowSelectionState) => RowSelectionState)) => void
}>

type DataTableProps<Item extends RowData> = Readonly<{
  /** The label of the table for screen readers. */
  label: string
  columns: readonly DataColumn<Item>[]
  /** The rows, in a stable array: a new array renders a new table. */
  items: readonly Item[]
  getId: (item: Item) => string
  /** Returns the name of a row for screen readers, such as the number of an order. */
  getName: (item: Item) => string
  selection?: Selection
  /** Renders a row on phones. */
  card: (item: Item) => ReactNode
  /** Renders table rows (`tr`) below an item, such as its variants; on phones its card has them. */
  rowsBelow?: (item: Item) => ReactNode
}>

/**
 * Renders a table with a sticky head; on phones, a list of cards. Rows are selected by mouse, Shift and keyboard.
 */
export function DataTable<Item extends RowData>(props: DataTableProps<Item>) {
  const { label, columns, items, getId, getName, selection, rowsBelow } = props
  const table = useTable({
    features,
    columns: useMemo(() => columns.map(({ id }): ColumnDef<typeof features, Item> => ({ id })), [columns]),
    data: items,
    getRowId: getId,
    enableRowSelection: selection !== undefined,
    state: { rowSelection: selection?.selected ?? {} },
    onRowSelectionChange: (update) => selection?.onChange(update),
  })
  const { rows } = table.getRowModel()
  const allRows = {
    label: 'Select all on this page',
    isChecked: table.getIsAllRowsSelected(),
    isPartly: table.getIsSomeRowsSelected(),
    onChange: () => table.toggleAllRowsSelected(!table.getIsAllRowsSelected()),
  }
  return (
    <>
      <div className="overflow-x-auto max-md:hidden">
        <table aria-label={label} className="console-table">
          <TableHead columns={columns} allRows={selection && allRows} />
          <tbody>
            {rows.map((row) => (
              <Fragment key={row.id}>
                <tr data-selected={row.getIsSelected()}>
                  {selection && (
                    <td>
                      <RowBox row={row} name={getName(row.original)} />
                    </td>
                  )}
                  {columns.map(({ id, cell, isNumber, className = '' }) => (
                    <td key={id} className={`${isNumber ? 'number' : ''} ${className}`}>
                      {cell(row.original)}
                    </td>
                  ))}
                </tr>
                {rowsBelow?.(row.original)}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      {selection && rows.length > 1 && <AllCards {...allRows} />}
      <CardList {...props} rows={rows} />
    </>
  )
}

function TableHead<Item>({
  columns,
  allRows,
}: {
  columns: readonly DataColumn<Item>[]
  allRows: ComponentProps<typeof SelectBox> | undefined
}) {
  return (
    <thead>
      <tr>
        {allRows && (
          <th className="w-10">
            <SelectBox {...allRows} />
          </th>
        )}
        {columns.map(({ id, title, isNumber, className = '' }) => (
          <th key={id} scope="col" className={`${isNumber ? 'number' : ''} ${className}`}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** Renders the box that selects all cards of a phone's list, like the one in the table's header. */
function AllCards(props: ComponentProps<typeof SelectBox>) {
  return (
    <label className="flex items-center gap-3 border-t border-line px-3 py-2.5 text-sm text-ink-soft md:hidden">
      <SelectBox {...props} />
      {props.label}
    </label>
  )
}

function CardList<Item extends RowData>({
  label,
  rows,
  selection,
  getName,
  card,
}: DataTableProps<Item> & Readonly<{ rows: readonly Row<typeof features, Item>[] }>) {
  return (
    <ul aria-label={label} className="divide-y divide-line border-t border-line wrap-anywhere md:hidden">
      {rows.map((row) => (
        <li key={row.id} className="flex items-start gap-3 p-3">
          {selection && (
            <span className="pt-1">
              <RowBox row={row} name={getName(row.original)} />
            </span>
          )}
          <div className="min-w-0 flex-1">{card(row.original)}</div>
        </li>
      ))}
    </ul>
  )
}

function RowBox<Item extends RowData>({ row, name }: { row: Row<typeof features, Item>; name: string }) {
  const toggle = row.getToggleSelectedHandler()
  return (
    <SelectBox label={`Select ${name}`} isChecked={row.getIsSelected()} onChange={(event) => toggle(event)} />
  )
}
