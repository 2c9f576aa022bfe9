import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { LargeTableProps } from './large-table.tsx'
import { SelectBox } from '../select-box.tsx'
import { useVisibleRows, useTopRow } from './use-visible-rows.ts'

const CARD_HEIGHT = 116

/** Renders a large table on a phone: a card for each row, scrolled with the page. */
export function LargeTableCards<Item>(props: LargeTableProps<Item>) {
  const { label, rows, getId, top } = props
  const list = useRef<HTMLUListElement>(null)
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => {
    if (list.current) setOffset(list.current.getBoundingClientRect().top + scrollY)
  }, [])
  // oxlint-disable-next-line react/incompatible-library -- React's compiler, which this would mislead, is not used.
  const virtualizer = useWindowVirtualizer({
    count: rows.total,
    estimateSize: () => CARD_HEIGHT,
    overscan: 6,
    scrollMargin: offset,
    useFlushSync: false,
  })
  const start = useRef(top?.index ?? 0)
  useLayoutEffect(() => {
    if (start.current > 0) virtualizer.scrollToIndex(start.current, { align: 'start' })
  }, [virtualizer])
  const places = virtualizer.getVirtualItems()
  useVisibleRows(places, rows)
  useTopRow(virtualizer, top)
  const before = (places[0]?.start ?? offset) - offset
  return (
    <ul
      ref={list}
      aria-label={label}
      style={{ height: virtualizer.getTotalSize(), paddingTop: before }}
      className="border-t border-line"
    >
      {places.map(({ index }) => {
        const item = rows.get(index)
        return (
          <li
            key={item === undefined ? `row ${index}` : getId(item)}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={rows.total}
            aria-posinset={index + 1}
            className="flex items-start gap-3 border-b border-line p-3"
          >
            {item === undefined ? (
              <Skeleton className="h-20 w-full rounded-sm" />
            ) : (
              <Card {...props} item={item} index={index} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Card<Item>(props: LargeTableProps<Item> & Readonly<{ item: Item; index: number }>) {
  const { getId, getName, selection, card, item, index } = props
  return (
    <>
      {selection && (
        <span className="pt-1">
          <SelectBox
            label={`Select ${getName(item)}`}
            isChecked={selection.selected[getId(item)] === true}
            onChange={() => selection.toggle(index)}
          />
        </span>
      )}
      <div className="min-w-0 flex-1">{card(item)}</div>
    </>
  )
}
