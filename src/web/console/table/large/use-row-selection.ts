import { useRef, useState } from 'react'
import { toast } from '#web/app/toast.ts'
import { formatNumber } from '../../data/format.ts'
import type { RowSource } from './row-source.ts'

/** The selected rows, by ID. */
export type SelectedRows = Readonly<Record<string, boolean>>

/** The selection of a large table, by mouse, Shift and keyboard. */
export type RowSelection = Readonly<{
  selected: SelectedRows
  count: number
  /** Selects a row, or unselects it. */
  toggle: (index: number) => void
  /** Selects all rows from the last selected one, else from `from`, to this one. */
  extend: (index: number, from: number) => void
  /** Selects all rows of the list, up to the limit. */
  selectAll: () => void
  clear: () => void
}>

type RowSelectionOptions<Item> = Readonly<{
  rows: RowSource<Item>
  getId: (item: Item) => string
  /** The most rows that can be selected at once. */
  limit: number
  /** Returns the ids of all rows of the list, up to the limit; without it, the rows themselves are loaded. */
  loadIds?: () => Promise<readonly string[]>
}>

/** Returns the selection of a large table. Rows of a range or of the whole list need not be loaded before. */
export function useRowSelection<Item>(options: RowSelectionOptions<Item>): RowSelection {
  const { rows, getId, limit, loadIds } = options
  const [selected, setSelected] = useState<SelectedRows>({})
  const anchor = useRef<number>(undefined)

  async function add(load: () => Promise<readonly string[]>, total: number): Promise<void> {
    try {
      const ids = await load()
      if (total > limit)
        toast.info(`The first ${formatNumber(limit)} rows are selected, as many as can be changed at once.`)
      setSelected((before) => toSelected([...Object.keys(before), ...ids], limit))
    } catch {
      toast.error('We couldn’t load these rows. Please try again.')
    }
  }

  async function loadRows(from: number, to: number): Promise<readonly string[]> {
    return (await rows.load(from, Math.min(to, from + limit - 1))).map(getId)
  }

  return {
    selected,
    count: Object.keys(selected).length,
    toggle(index) {
      const item = rows.get(index)
      if (item === undefined) return
      anchor.current = index
      const { [getId(item)]: isSelected, ...others } = selected
      if (!isSelected && Object.keys(others).length >= limit) return explainLimit(limit)
      setSelected(isSelected ? others : { ...others, [getId(item)]: true })
    },
    extend(index, from) {
      const start = anchor.current ?? from
      anchor.current = start
      const [first, last] = start < index ? [start, index] : [index, start]
      void add(() => loadRows(first, last), last - first + 1)
    },
    selectAll() {
      anchor.current = undefined
      void add(loadIds ?? (() => loadRows(0, rows.total - 1)), rows.total)
    },
    clear() {
      anchor.current = undefined
      setSelected({})
    },
  }
}

function toSelected(ids: readonly string[], limit: number): SelectedRows {
  return Object.fromEntries([...new Set(ids)].slice(0, limit).map((id) => [id, true]))
}

function explainLimit(limit: number): void {
  toast.error(`You can select up to ${formatNumber(limit)} rows at once.`)
}
