import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, explainError } from '#web/app/calls/api.ts'
import type { InputOf } from '#web/app/calls/endpoints.ts'
import { formatMoney, formatNumber } from '#web/console/data/format.ts'
import { Problem } from '#web/console/parts/dialog.tsx'
import { Figures } from '#web/console/parts/panel.tsx'
import { useDebounced } from './use-debounced.ts'

type Rule = InputOf<'POST /commission-rules/preview'>['body']

/** Renders the effect that a rule would have had in the last 90 days; nothing without a rate. */
export function RulePreview({ rule }: { rule: Rule | undefined }) {
  const settled = useDebounced(rule ? JSON.stringify(rule) : '')
  const query = useQuery({
    queryKey: ['operator', 'commission-preview', settled],
    queryFn: async ({ signal }) =>
      // It was serialized from a rule above.
      (await call('POST /commission-rules/preview', { body: JSON.parse(settled) as Rule }, { signal }))
        .preview,
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  })
  if (settled === '') return null
  if (query.isError)
    return (
      <Problem
        text={explainError(query.error, 'We couldn’t calculate the effect. Please try again in a moment.')}
      />
    )
  if (!query.data) return <p className="text-sm text-ink-soft">Calculating the effect…</p>
  const { days, orders, sales, commission, newCommission, currency } = query.data
  const difference = newCommission - commission
  return (
    <section aria-label="Effect" className="rounded-md bg-mist px-4 py-3">
      {orders === 0 ? (
        <p className="text-sm">This rule would have changed no sale of the last {days} days.</p>
      ) : (
        <>
          <p className="mb-2 text-sm font-semibold">If it had applied in the last {days} days</p>
          <Figures
            rows={[
              { label: 'Orders with another rate', value: formatNumber(orders) },
              { label: 'Their sales', value: formatMoney(sales, currency) },
              { label: 'Commission as charged', value: formatMoney(commission, currency) },
              { label: 'Commission by this rule', value: formatMoney(newCommission, currency) },
              {
                label: 'Difference',
                value: `${difference > 0 ? '+' : ''}${formatMoney(difference, currency)}`,
                isStrong: true,
              },
            ]}
          />
        </>
      )}
    </section>
  )
}
