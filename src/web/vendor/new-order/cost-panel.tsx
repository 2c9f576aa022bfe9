import type { UseQueryResult } from '@tanstack/react-query'
import type { ManualQuoteData } from '#features/stores/shop-orders/intake/manual/contract.ts'
import { explainError } from '#web/app/calls/api.ts'
import { formatMoney } from '#web/console/data/format.ts'
import { Figures, Panel } from '#web/console/parts/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { parsePrice, parseQuantity, type TypedLine } from './typed-order.ts'

/** Renders the cost of a manual order, and what blocks it. */
export function CostPanel(props: {
  isReady: boolean
  query: UseQueryResult<Pick<ManualQuoteData, 'quote' | 'reasons'>>
  lines: readonly TypedLine[]
  isSample: boolean
}) {
  return (
    <Panel title="Cost">
      <div aria-live="polite" className="flex flex-col gap-3 text-sm">
        <CostText {...props} />
      </div>
    </Panel>
  )
}

function CostText({ isReady, query, lines, isSample }: Parameters<typeof CostPanel>[0]) {
  if (!isReady)
    return <p className="text-ink-soft">Choose a product and enter the address to see the cost.</p>
  if (query.isError)
    return (
      <p role="alert" className="text-danger">
        {explainError(query.error, 'We couldn’t work out the cost. Please try again in a moment.')}
      </p>
    )
  if (!query.data) return <Skeleton className="h-20 w-full" />
  const { quote, reasons } = query.data
  const retail = lines.reduce(
    (sum, { quantity, price }) => sum + (parseQuantity(quantity) ?? 0) * (parsePrice(price) ?? 0),
    0,
  )
  return (
    <>
      {reasons.length > 0 && (
        <ul role="alert" className="list-disc rounded-md bg-(--amber-mist) py-2 ps-8 pe-4">
          {reasons.map(({ code, text }) => (
            <li key={code}>{text}</li>
          ))}
        </ul>
      )}
      {quote && (
        <Figures
          rows={[
            ...quote.suppliers.flatMap(({ supplier, items, shipping, minDays, maxDays }) => [
              { label: supplier, value: formatMoney(items, quote.currency) },
              {
                label: `Shipping${minDays === null ? '' : `, ${minDays}–${maxDays} days`}`,
                value: formatMoney(shipping, quote.currency),
              },
            ]),
            { label: 'You pay', value: formatMoney(quote.total, quote.currency), isStrong: true },
            ...(isSample
              ? []
              : [
                  { label: 'Your customer pays you', value: formatMoney(retail, quote.currency) },
                  {
                    label: 'Profit',
                    value: formatMoney(retail - quote.total, quote.currency),
                    isStrong: true,
                  },
                ]),
          ]}
        />
      )}
    </>
  )
}
