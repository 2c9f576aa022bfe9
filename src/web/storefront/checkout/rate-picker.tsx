import type { ShippingRateData } from '#features/shipping/contract.ts'
import { formatCents } from '#ground/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ChoiceCard } from './choice-card.tsx'
import { fieldId } from './field-id.ts'
import { daysText, LOADING_RATES, rateCents, rateKey, serviceName } from './rate-choice.ts'
import type { Rates } from './rate-choice.ts'
import { SectionHeading } from './section-heading.tsx'

/** The ways the parcel can go, cheapest first; in their place what happens until they are there (CHK-14 to CHK-21). */
export function RatePicker(props: {
  rates: Rates
  chosen: ShippingRateData | undefined
  error: string | undefined
  onChoose: (key: string) => void
  onRetry: () => void
}) {
  const { rates, error } = props
  if (rates.state === 'none') return null
  return (
    <section aria-labelledby="checkout-rates">
      <SectionHeading id="checkout-rates">Shipping method</SectionHeading>
      {rates.state === 'loading' && <LoadingRates />}
      {rates.state === 'failed' && <FailedRates {...rates} onRetry={props.onRetry} />}
      {rates.state === 'offered' && <OfferedRates {...props} rates={rates.rates} />}
      {error && (
        <p id={`${fieldId('selectedShippingRate')}-error`} className="mt-2 text-xs text-danger">
          {error}
        </p>
      )}
    </section>
  )
}

function OfferedRates(props: {
  rates: readonly ShippingRateData[]
  chosen: ShippingRateData | undefined
  error: string | undefined
  onChoose: (key: string) => void
}) {
  const { rates, chosen, error, onChoose } = props
  return (
    <fieldset aria-describedby={error && `${fieldId('selectedShippingRate')}-error`}>
      <legend className="sr-only">Shipping rates, cheapest first</legend>
      <div className="flex flex-col gap-3">
        {rates.map((rate) => (
          <ChoiceCard
            key={rate.id}
            {...(rate.id === chosen?.id ? { id: fieldId('selectedShippingRate') } : {})}
            name="selectedShippingRate"
            value={rate.id}
            isChosen={rate.id === chosen?.id}
            onChoose={() => onChoose(rateKey(rate))}
          >
            <RateText rate={rate} />
          </ChoiceCard>
        ))}
      </div>
    </fieldset>
  )
}

function RateText({ rate }: { rate: ShippingRateData }) {
  return (
    <span className="flex flex-1 items-baseline justify-between gap-4">
      <span>
        <span className="block text-sm font-medium">{serviceName(rate.service)}</span>
        <span className="block text-xs text-ink-soft">
          Estimated delivery: {daysText(rate.estimatedDays)}
        </span>
      </span>
      <span className="text-sm tabular-nums">{formatCents(rateCents(rate))}</span>
    </span>
  )
}

function LoadingRates() {
  return (
    <div id={fieldId('selectedShippingRate')} tabIndex={-1}>
      <p role="status" className="mb-3 text-sm text-ink-soft">
        {LOADING_RATES}
      </p>
      <div className="flex flex-col gap-3">
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </div>
    </div>
  )
}

function FailedRates({
  message,
  reason,
  onRetry,
}: {
  message: string
  reason?: string
  onRetry: () => void
}) {
  return (
    <div id={fieldId('selectedShippingRate')} tabIndex={-1} className="rounded-md bg-danger-mist p-5 text-sm">
      <p role="alert" className="font-medium text-danger">
        {message}
      </p>
      {reason && <p className="mt-1 text-ink">{reason}</p>}
      <Button look="outline" size="sm" className="mt-4" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
