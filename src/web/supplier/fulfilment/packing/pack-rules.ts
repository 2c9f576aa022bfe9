import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'

type OrderLine = SupplierOrderViewData['lines'][number]

/** A line of the parcel, with the number of units to pack. */
export type PackLine = OrderLine & Readonly<{ wanted: number }>

/** The packed units of each line, by the line's number. */
export type Ticks = Readonly<Record<number, number>>

/**
 * Returns the lines of an order to pack, sorted by warehouse. They have the unshipped units, or the shipped ones if all
 * were shipped with the label.
 */
export function listPackLines({ lines }: Pick<SupplierOrderViewData, 'lines'>): PackLine[] {
  const isAllShipped = lines.every(({ left }) => left === 0)
  return lines
    .map((line) => ({ ...line, wanted: isAllShipped ? line.shipped : line.left }))
    .filter(({ wanted }) => wanted > 0)
    .toSorted((a, b) => a.warehouse.localeCompare(b.warehouse, 'en'))
}

/** Returns how many units are not in the parcel yet. */
export function countLeft(lines: readonly PackLine[], ticks: Ticks): number {
  return lines.reduce((sum, { line, wanted }) => sum + Math.max(0, wanted - (ticks[line] ?? 0)), 0)
}

/** Returns the ticks with one more unit of a line; after the last unit they restart at 0. */
export function tickNext({ line, wanted }: PackLine, ticks: Ticks): Ticks {
  const count = ticks[line] ?? 0
  return { ...ticks, [line]: count >= wanted ? 0 : count + 1 }
}

/**
 * Returns the ticks with one more unit of the line with the scanned SKU. It is `done` if all its units are in the
 * parcel, undefined if no line has the SKU.
 */
export function tickScanned(
  lines: readonly PackLine[],
  ticks: Ticks,
  text: string,
): Ticks | 'done' | undefined {
  const scanned = text.trim().toLowerCase()
  const matches = lines.filter(({ sku }) => sku !== '' && sku.toLowerCase() === scanned)
  if (matches.length === 0) return undefined
  const open = matches.find(({ line, wanted }) => (ticks[line] ?? 0) < wanted)
  return open ? { ...ticks, [open.line]: (ticks[open.line] ?? 0) + 1 } : 'done'
}
