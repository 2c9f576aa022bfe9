import { useState } from 'react'
import { formatDays } from '#core/shipping/format-service.ts'
import { quoteZones, type ShippingZone } from '#core/shipping/warehouse-rules.ts'
import { formatMoney } from '#web/console/data/format.ts'
import { Panel } from '#web/console/parts/panel.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { useShippedCountries } from './zone-dialog.tsx'

/** Renders the shipping cost of a parcel to a country, by the checkout's rules. */
export function RatePreview({ zones, home }: { zones: readonly ShippingZone[]; home: string }) {
  const countries = useShippedCountries()
  const [country, setCountry] = useState(home)
  const [weight, setWeight] = useState('250')
  const grams = /^\d{1,6}$/.test(weight.trim()) ? Number(weight) : undefined
  const rates = grams === undefined ? [] : quoteZones(zones, { country, grams })
  return (
    <Panel title="Rate preview">
      <div className="flex flex-col gap-3">
        <Select label="Shopper in" value={country} onChange={({ target }) => setCountry(target.value)}>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <Field
          label="Parcel weight (g)"
          hint="Packing included: about 200 g for one item. Where a product has no weight, the parcel counts as 2 kg or more."
          error={grams === undefined ? 'Enter whole grams.' : undefined}
          inputMode="numeric"
          maxLength={6}
          autoComplete="off"
          value={weight}
          onChange={({ target }) => setWeight(target.value)}
        />
        {grams !== undefined && rates.length === 0 && (
          <p className="text-sm">You don’t ship to this country. Shoppers there can’t order from you.</p>
        )}
        <dl aria-label="Rates" className="divide-y divide-line text-sm">
          {rates.map(({ service, minDays, estimatedDays, amount, freeFromAmount }) => (
            <div key={service} className="flex justify-between gap-3 py-2">
              <dt>
                {service}
                <span className="block text-xs text-ink-soft">{formatDays(minDays, estimatedDays)}</span>
              </dt>
              <dd className="text-end tabular-nums">
                {formatMoney(amount / 100)}
                {freeFromAmount !== null && (
                  <span className="block text-xs text-ink-soft">
                    Free from {formatMoney(freeFromAmount / 100)}
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  )
}
