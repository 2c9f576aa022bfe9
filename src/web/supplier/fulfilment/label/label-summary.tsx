import { useState } from 'react'
import type { LabelQuoteData } from '#features/sales/orders/labels/contract.ts'
import type { SupplierOrderViewData } from '#features/sales/orders/contract.ts'
import { explainError } from '#web/app/calls/api.ts'
import { formatCountry, formatMoney } from '#web/console/data/format.ts'
import { Action } from '#web/console/parts/button.tsx'
import { Problem } from '#web/console/parts/dialog.tsx'
import { Figures, Panel } from '#web/console/parts/panel.tsx'
import { formatRate } from './rates-panel.tsx'
import { useBuyLabel, type useLabelQuote } from './use-label.ts'

/** Renders a label's destination, its cost compared with the buyer's shipping fee, and the buy button. */
export function LabelSummary(props: {
  order: SupplierOrderViewData
  quote: LabelQuoteData
  label: ReturnType<typeof useLabelQuote>
}) {
  const { order, quote, label } = props
  const { rate, isCurrent, body } = label
  const buy = useBuyLabel(order.id)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function submit(): Promise<void> {
    if (!rate) return
    setIsBusy(true)
    setProblem(undefined)
    try {
      await buy(body, rate)
    } catch (error) {
      setProblem(explainError(error, 'We couldn’t buy the label. Please try again in a moment.'))
      setIsBusy(false)
    }
  }

  return (
    <div className="flex flex-col gap-4 lg:sticky lg:top-4">
      <Destination order={order} />
      <Panel title="Label">
        {rate ? (
          <>
            <p className="mb-3 text-sm">{formatRate(rate)}</p>
            <Figures rows={listFigures(quote, rate)} />
            <p className="mt-3 text-xs text-ink-soft">
              The cost comes out of your earnings. The parcel counts as shipped once the label is bought, and
              the buyer gets its number. You can refund the label until the carrier has the parcel.
            </p>
          </>
        ) : (
          <p className="text-sm text-ink-soft">No rate is chosen yet.</p>
        )}
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
            disabled={!rate || !isCurrent}
            onClick={() => void submit()}
          >
            {rate ? `Buy label for ${formatMoney(rate.amount, rate.currency)}` : 'Buy label'}
          </Action>
        </div>
      </Panel>
    </div>
  )
}

function Destination({ order }: { order: SupplierOrderViewData }) {
  return (
    <Panel title="Ship to">
      <address className="text-sm not-italic">
        {[order.shipTo.name, ...order.shipTo.lines].map((line) => (
          <span key={line} className="block wrap-anywhere">
            {line}
          </span>
        ))}
        {order.shipTo.lines.length === 0 && formatCountry(order.shipTo.country)}
      </address>
    </Panel>
  )
}

function listFigures(
  { paid }: LabelQuoteData,
  { amount, currency }: NonNullable<ReturnType<typeof useLabelQuote>['rate']>,
) {
  const rows = [
    { label: 'Label', value: formatMoney(amount, currency) },
    { label: 'The buyer paid for shipping', value: formatMoney(paid.amount) },
  ]
  if (currency !== 'USD') return rows
  const left = paid.amount - amount
  const text = left < 0 ? `−${formatMoney(-left)}` : formatMoney(left)
  return [...rows, { label: 'Left of it', value: text, isStrong: true }]
}
