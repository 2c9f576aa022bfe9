import type { ShipmentData, ShippingRateData } from '#features/sales/shipping/contract.ts'
import { formatCents } from '#core/money.ts'
import { formatDays, formatServiceName } from '#core/shipping/format-service.ts'
import { formatDollars } from '#web/shared/product/price-view.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { RadioCard } from '../form/radio-card.tsx'
import { fieldId } from '../form/checkout-form.ts'
import { LOADING_RATES, rateCents, rateKey } from './rate-selection.ts'
import type { SelectedShipment, RatesState } from './rate-selection.ts'
import { SectionHeading } from '../form/section-heading.tsx'

type RateSelection = Readonly<{
  chosen: readonly SelectedShipment[]
  error: string | undefined
  onChoose: (supplierId: string, key: string) => void
}>

/** Renders the services for each supplier's shipment, cheapest first, or their loading state (CHK-14 to CHK-21). */
export function RatePicker(props: RateSelection & { rates: RatesState; onRetry: () => void }) {
  const { rates, error } = props
  if (rates.state === 'none') return null
  return (
    <section aria-labelledby="checkout-rates">
      <SectionHeading id="checkout-rates">Shipping method</SectionHeading>
      {rates.state === 'loading' && <LoadingRates />}
      {rates.state === 'failed' && <FailedRates {...rates} onRetry={props.onRetry} />}
      {rates.state === 'offered' && <OfferedShipments {...props} shipments={rates.shipments} />}
      {error && (
        <p id={ERROR_ID} className="mt-2 text-xs text-danger">
          {error}
        </p>
      )}
    </section>
  )
}

const ERROR_ID = `${fieldId('selectedShippingRate')}-error`

function OfferedShipments(props: RateSelection & { shipments: readonly ShipmentData[] }) {
  const { shipments } = props
  return (
    <>
      <p className="mb-4 text-sm text-ink-soft">
        {shipments.length > 1 ? `Your order ships in ${shipments.length} parcels, one per supplier. ` : ''}
        Delivery days count from when the supplier hands the parcel over.
      </p>
      <div className="flex flex-col gap-7">
        {shipments.map((shipment, index) => (
          <OfferedRates key={shipment.supplier.id} {...props} shipment={shipment} place={index} />
        ))}
      </div>
    </>
  )
}

function OfferedRates(
  props: RateSelection & { shipment: ShipmentData; shipments: readonly ShipmentData[]; place: number },
) {
  const { shipment, shipments, place, chosen, error, onChoose } = props
  const selectedId = chosen.find(({ supplier }) => supplier.id === shipment.supplier.id)?.rate.id
  return (
    <fieldset aria-describedby={error && ERROR_ID}>
      <ShipmentLegend name={shipments.length > 1 ? shipment.supplier.name : undefined} />
      <div className="flex flex-col gap-3">
        {shipment.rates.map((rate) => (
          <RadioCard
            key={rate.id}
            {...(rate.id === selectedId && place === 0 ? { id: fieldId('selectedShippingRate') } : {})}
            name={place === 0 ? 'selectedShippingRate' : `selectedShippingRate-${place + 1}`}
            value={rate.id}
            isChosen={rate.id === selectedId}
            onChoose={() => onChoose(shipment.supplier.id, rateKey(rate))}
          >
            <RateText rate={rate} />
          </RadioCard>
        ))}
      </div>
    </fieldset>
  )
}

/** Renders the name of a shipment, which it has only if there are several. */
function ShipmentLegend({ name }: { name: string | undefined }) {
  if (name === undefined) return <legend className="sr-only">Shipping rates, cheapest first</legend>
  return (
    <legend className="mb-3 text-sm font-medium wrap-anywhere">
      {`From ${name}`}
      <span className="sr-only">: shipping rates, cheapest first</span>
    </legend>
  )
}

function RateText({ rate }: { rate: ShippingRateData }) {
  const cents = rateCents(rate)
  return (
    <span className="flex flex-1 items-baseline justify-between gap-4">
      <span>
        <span className="block text-sm font-medium">{formatServiceName(rate.service)}</span>
        <span className="block text-xs text-ink-soft">
          Estimated delivery: {formatDays(rate.minDays, rate.estimatedDays)}
        </span>
        {cents > 0 && rate.freeFrom !== null && (
          <span className="block text-xs text-ink-soft">
            {`Free from ${formatDollars(rate.freeFrom)} per supplier`}
          </span>
        )}
      </span>
      <span className="text-sm tabular-nums">{formatCents(cents)}</span>
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
      <Button variant="outline" size="sm" className="mt-4" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
