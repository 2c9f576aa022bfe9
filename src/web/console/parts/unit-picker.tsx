/** A line of an order whose units can be picked, at most `left`. */
export type PickableLine = Readonly<{
  line: number
  title: string
  variantTitle: string
  sku?: string
  left: number
}>

type PickableOrder = Readonly<{ lines: readonly PickableLine[] }>

/** The selected units of each line, by the line's number. */
export type PickedUnits = Readonly<Record<number, number>>

/** Returns all remaining units of an order. */
export function pickAllLeft(order: PickableOrder): PickedUnits {
  return Object.fromEntries(order.lines.filter(({ left }) => left > 0).map(({ line, left }) => [line, left]))
}

/** Returns the picked units as calls expect them; undefined when they are all remaining ones. */
export function toUnitLines(
  order: PickableOrder,
  picked: PickedUnits,
): { line: number; quantity: number }[] | undefined {
  const isAll = order.lines.every(({ line, left }) => (picked[line] ?? 0) === left)
  if (isAll) return undefined
  return Object.entries(picked)
    .filter(([, quantity]) => quantity > 0)
    .map(([line, quantity]) => ({ line: Number(line), quantity }))
}

/** Returns the number of picked units. */
export function countPicked(picked: PickedUnits): number {
  return Object.values(picked).reduce((sum, quantity) => sum + quantity, 0)
}

/** Renders the inputs for units of each line of an order, up to the remaining ones. */
export function UnitPicker(props: {
  legend: string
  order: PickableOrder
  picked: PickedUnits
  onChange: (picked: PickedUnits) => void
  /** Whether a heading beside it has the same text. */
  hidesLegend?: boolean
}) {
  const { legend, hidesLegend = false, order, picked, onChange } = props
  const lines = order.lines.filter(({ left }) => left > 0)
  return (
    <fieldset>
      <legend className={hidesLegend ? 'sr-only' : 'mb-2 text-sm font-semibold'}>{legend}</legend>
      <ul className="divide-y divide-line rounded-md border border-line">
        {lines.map((line) => (
          <li key={line.line} className="flex items-center gap-3 px-3 py-2 text-sm">
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{line.title}</span>
              <span className="block truncate text-xs text-ink-soft">{describeVariant(line)}</span>
            </span>
            <label className="flex items-center gap-2 text-xs text-ink-soft">
              <span className="sr-only">Units of {line.title}</span>
              <input
                type="number"
                inputMode="numeric"
                min={0}
                max={line.left}
                value={picked[line.line] ?? 0}
                onChange={(event) => {
                  const typed = Math.trunc(Number(event.target.value))
                  onChange({ ...picked, [line.line]: Math.min(line.left, Math.max(0, typed || 0)) })
                }}
                className="h-9 w-16 rounded-md border border-line-strong bg-sheet px-2 text-end text-sm text-ink tabular-nums"
              />
              of {line.left}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** Returns the variant and SKU of a line as one text. */
export function describeVariant({ variantTitle, sku }: Pick<PickableLine, 'variantTitle' | 'sku'>): string {
  return [variantTitle, sku].filter(Boolean).join(' · ')
}
