import type { FactRow } from './fact-row.ts'

/** Renders figures side by side, each below a thin line, with their source. */
export function FactList({ figures, source }: { figures: readonly FactRow[]; source: string }) {
  // Four figures form two rows of two: a single one in the second row would look misplaced.
  const columns = figures.length === 4 ? '' : 'md:grid-cols-3'
  return (
    <div>
      <dl className={`grid grid-cols-2 gap-x-6 gap-y-6 ${columns}`}>
        {figures.map((figure) => (
          <div key={figure.name} className="border-t border-line-strong pt-3">
            <dt className="text-xs text-ink-soft">{figure.name}</dt>
            <dd className="mt-1 text-lg tabular-nums">{figure.value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-6 text-xs text-ink-soft">{source}</p>
    </div>
  )
}
