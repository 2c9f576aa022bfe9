import { useState } from 'react'
import { explainError } from '#web/app/calls/api.ts'
import { formatMoney } from '#web/console/data/format.ts'
import { Action } from '#web/console/parts/button.tsx'
import { Problem } from '#web/console/parts/dialog.tsx'
import { Figures, Panel } from '#web/console/parts/panel.tsx'
import { randomUuid } from '#web/shared/forms/random-uuid.ts'
import { LabelReviewRow } from './label-review-row.tsx'
import { type ReviewRow, sumByCurrency, useBuyBatch, useLabelReview } from './use-label-batch.ts'

/** Renders the cost and service of each label, and the total before the purchase. */
export function LabelReview(props: { orderIds: readonly string[]; onBought: (batch: string) => void }) {
  const { rows, choose } = useLabelReview(props.orderIds)
  const ready = rows.filter(({ rate, problem }) => rate && problem === undefined)
  return (
    <div className="grid gap-4 max-md:pb-20 lg:grid-cols-[minmax(0,1fr)_19rem] lg:items-start">
      <section aria-label="Labels" className="console-panel">
        <ul className="divide-y divide-line">
          {rows.map((row) => (
            <LabelReviewRow key={row.id} row={row} onChoose={(service) => choose(row.id, service)} />
          ))}
        </ul>
      </section>
      <ReviewTotal rows={rows} ready={ready} onBought={props.onBought} />
    </div>
  )
}

function ReviewTotal(props: {
  rows: readonly ReviewRow[]
  ready: readonly ReviewRow[]
  onBought: (batch: string) => void
}) {
  const { rows, ready, onBought } = props
  const [batch] = useState(randomUuid)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const buy = useBuyBatch()
  const loading = rows.filter(({ isLoading }) => isLoading).length
  const total = describeTotal(ready)

  async function submit(): Promise<void> {
    setIsBusy(true)
    setProblem(undefined)
    try {
      await buy(batch, ready)
      onBought(batch)
    } catch (error) {
      setProblem(explainError(error, 'We couldn’t buy the labels. Please try again in a moment.'))
      setIsBusy(false)
    }
  }

  return (
    <Panel title="Total" className="lg:sticky lg:top-4">
      <Figures rows={listFigures(rows, ready)} />
      <p className="mt-3 text-xs text-ink-soft" aria-live="polite">
        {loading > 0
          ? `Looking for rates, ${loading} to go …`
          : 'Costs come out of your earnings. Each order counts as shipped once its label is bought.'}
      </p>
      {problem !== undefined && (
        <div className="mt-3">
          <Problem text={problem} />
        </div>
      )}
      <div className="mt-4 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-10 max-md:border-t max-md:border-line max-md:bg-paper max-md:p-3">
        <Action
          variant="primary"
          className="w-full"
          busy={isBusy}
          disabled={ready.length === 0 || loading > 0}
          onClick={() => void submit()}
        >
          {ready.length === 1 ? `Buy 1 label for ${total}` : `Buy ${ready.length} labels for ${total}`}
        </Action>
      </div>
    </Panel>
  )
}

function describeTotal(ready: readonly ReviewRow[]): string {
  const sums = sumByCurrency(ready.flatMap(({ rate }) => rate ?? []))
  return sums.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ') || formatMoney(0)
}

function listFigures(rows: readonly ReviewRow[], ready: readonly ReviewRow[]) {
  const blocked = rows.filter(({ problem }) => problem !== undefined).length
  const paid = ready.reduce((sum, { quote }) => sum + (quote?.paid.amount ?? 0), 0)
  return [
    { label: 'Labels', value: String(ready.length) },
    ...(blocked > 0 ? [{ label: 'Need something first', value: String(blocked) }] : []),
    { label: 'Buyers paid for shipping', value: formatMoney(paid) },
    { label: 'Labels cost', value: describeTotal(ready), isStrong: true },
  ]
}
