import { Check } from 'lucide'
import { PLACEHOLDER_PICTURE } from '#web/shared/product/picture-sources.ts'
import { Icon } from '#web/ui/icon.tsx'
import { describeVariant } from '#web/console/parts/unit-picker.tsx'
import { useHasSeveralWarehouses } from '../warehouses/use-own-warehouses.ts'
import { type PackLine, tickNext, type Ticks } from './pack-rules.ts'

/**
 * Renders the lines of the order being packed. Each is large enough for a thumb, and a tap adds a unit to the parcel.
 */
export function PackLines(props: {
  lines: readonly PackLine[]
  ticks: Ticks
  onChange: (ticks: Ticks) => void
}) {
  const { lines, ticks, onChange } = props
  const hasWarehouses = useHasSeveralWarehouses()
  return (
    <ul aria-label="Items to pack" className="console-panel divide-y divide-line">
      {lines.map((line) => {
        const count = ticks[line.line] ?? 0
        const isDone = count >= line.wanted
        return (
          <li key={line.line}>
            <button
              type="button"
              aria-pressed={isDone}
              onClick={() => onChange(tickNext(line, ticks))}
              className={`flex w-full items-center gap-3 p-3 text-start ${isDone ? 'bg-accent-mist' : 'hover:bg-mist'}`}
            >
              <img
                src={line.imageUrl ?? PLACEHOLDER_PICTURE}
                alt=""
                width={72}
                height={72}
                className={`size-18 shrink-0 rounded-sm bg-stone object-cover ${isDone ? 'opacity-60' : ''}`}
              />
              <span className="min-w-0 flex-1 text-sm">
                <span className="block font-semibold wrap-anywhere">{line.title}</span>
                <span className="block text-xs wrap-anywhere text-ink-soft">{describeVariant(line)}</span>
                {hasWarehouses && (
                  <span className="mt-0.5 block text-xs font-medium wrap-anywhere">
                    From {line.warehouse}
                  </span>
                )}
              </span>
              <span className="text-lg font-semibold tabular-nums">
                {line.wanted === 1 ? '× 1' : `${count} of ${line.wanted}`}
              </span>
              <span
                aria-hidden="true"
                className={`grid size-8 shrink-0 place-items-center rounded-full border-2 ${
                  isDone ? 'border-accent bg-accent text-on-accent' : 'border-line-strong'
                }`}
              >
                {isDone && <Icon shapes={Check} className="size-5" strokeWidth={2.5} />}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
