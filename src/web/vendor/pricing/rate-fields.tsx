import { formatDay } from '#web/console/data/format.ts'
import { useNow } from '#web/ui/use-now.ts'
import { Panel } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { Field } from '#web/ui/field.tsx'
import type { RateForm } from './pricing-form.ts'

const OLD_MS = 30 * 24 * 60 * 60 * 1000

/** Renders the exchange rates of the vendor's stores; nothing if all sell in dollars. */
export function RateFields(props: {
  currencies: readonly string[]
  rates: readonly RateForm[]
  onChange: (rates: readonly RateForm[]) => void
}) {
  const { currencies, rates, onChange } = props
  if (currencies.length === 0) return null
  return (
    <Panel title="Exchange rates">
      <div className="flex flex-col gap-4">
        <p className="text-sm text-ink-soft">
          Costs are in US dollars. Prices are converted at your rate, with the buffer on top, and then rounded
          up.
        </p>
        {currencies.map((currency) => {
          const rate = rates.find((one) => one.currency === currency)
          const set = (part: Partial<RateForm>) =>
            onChange([
              ...rates.filter((one) => one.currency !== currency),
              {
                currency,
                rate: rate?.rate ?? '',
                buffer: rate?.buffer ?? '2',
                ...part,
                enteredAt: new Date().toISOString(),
              },
            ])
          return (
            <div key={currency} className="grid grid-cols-2 gap-3">
              <Field
                label={`1 US dollar in ${currency}`}
                inputMode="decimal"
                maxLength={16}
                autoComplete="off"
                value={rate?.rate ?? ''}
                onChange={({ target }) => set({ rate: target.value })}
              />
              <Field
                label="Buffer (%)"
                inputMode="decimal"
                maxLength={6}
                autoComplete="off"
                value={rate?.buffer ?? ''}
                onChange={({ target }) => set({ buffer: target.value })}
              />
              <RateAge rate={rate} />
            </div>
          )
        })}
      </div>
    </Panel>
  )
}

function RateAge({ rate }: { rate: RateForm | undefined }) {
  const now = useNow()
  if (!rate)
    return (
      <p className="col-span-2 text-xs text-ink-soft">
        Without a rate, only your own prices are sent to this store.
      </p>
    )
  const isOld = now.getTime() - new Date(rate.enteredAt).getTime() > OLD_MS
  return (
    <p className="col-span-2 flex items-center gap-2 text-xs text-ink-soft">
      Entered on {formatDay(rate.enteredAt)}
      {isOld && <Status tone="wait">Older than 30 days</Status>}
    </p>
  )
}
