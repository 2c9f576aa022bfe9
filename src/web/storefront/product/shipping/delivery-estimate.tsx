import { formatDays, formatServiceName } from '#core/shipping/format-service.ts'
import type { DeliveryEstimateData } from '#features/sales/shipping/contract.ts'
import { call, isApiFailure, explainError } from '#web/app/calls/api.ts'
import { useDeliveryCountry } from '#web/shared/address/delivery-country.ts'
import { formatPlace } from '#web/shared/address/format-place.ts'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { formatDollars } from '#web/shared/product/price-view.ts'
import { Popover } from '#web/ui/popover.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Suspense, useEffect, useState } from 'react'

const CountryList = lazyComponent(
  async () => (await import('#web/shared/address/country-list.tsx')).CountryList,
)

/**
 * Renders the product's delivery time to the selected country and its shipping cost. `onKnown` gets both. Pages are the
 * same for all users, so each browser requests its own estimate; the server's HTML reserves the space.
 */
export function DeliveryEstimate(props: {
  productId: string
  variantId: string | undefined
  onKnown: (options: DeliveryEstimateData['options'] | undefined) => void
}) {
  const { productId, variantId, onKnown } = props
  const country = useDeliveryCountry()
  const { estimate, retry } = useEstimate({ productId, variantId, country: country.code })
  useEffect(() => onKnown(estimate.state === 'known' ? estimate.options : undefined), [estimate, onKnown])
  return (
    <section
      aria-labelledby="delivery-estimate"
      className="needs-script flex min-h-[16.5rem] flex-col gap-2 text-sm"
    >
      <div className="flex items-baseline justify-between gap-4">
        <h3 id="delivery-estimate" className="font-sans text-sm font-medium tracking-normal">
          {`Delivery to ${country.name}`}
        </h3>
        <Popover
          label="Change delivery country"
          button="Change"
          buttonClass="text-link min-h-6 text-xs"
          sheetClass="end-0 w-72"
        >
          {(close) => (
            <Suspense>
              <CountryList onChosen={close} />
            </Suspense>
          )}
        </Popover>
      </div>
      {estimate.state === 'loading' && <EstimateLoading />}
      {estimate.state === 'known' && <EstimateView {...estimate} />}
      {estimate.state === 'failed' && (
        <p className="text-ink-soft">
          {`${estimate.message} `}
          {!estimate.isRefusal && (
            <button type="button" className="text-link min-h-6" onClick={retry}>
              Try again
            </button>
          )}
        </p>
      )}
    </section>
  )
}

function EstimateView({ options, sentFrom }: Pick<DeliveryEstimateData, 'options' | 'sentFrom'>) {
  const [today] = useState(() => new Date())
  return (
    <>
      <ul className="flex flex-col gap-1.5">
        {options.map((option) => (
          <li key={option.service} className="grid grid-cols-[1fr_auto] gap-x-6 tabular-nums">
            <span>
              {`Arrives ${formatArrival(today, option)}`}
              <span className="block text-xs text-ink-soft">{describeService(option)}</span>
            </span>
            <span>{formatDollars(option.rate)}</span>
          </li>
        ))}
      </ul>
      <p className="text-xs text-ink-soft">
        {`Ships from ${formatPlace({ city: null, country: sentFrom })}. Estimate for one, ordered today. Choose a service at checkout.`}
      </p>
    </>
  )
}

/** Returns the service with its days in transit, and the order value from which it is free. */
function describeService({
  service,
  minDays,
  maxDays,
  freeFrom,
}: DeliveryEstimateData['options'][number]): string {
  const way = `${formatServiceName(service)}, ${formatDays(minDays, maxDays)}`
  return freeFrom === null ? way : `${way}, free from $${freeFrom}`
}

function EstimateLoading() {
  return (
    <div className="grid gap-3 pt-1" aria-busy="true">
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-4 w-5/6" />
    </div>
  )
}

type Estimate =
  | Readonly<{ state: 'loading' }>
  | Readonly<{ state: 'failed'; message: string; isRefusal: boolean }>
  | (Readonly<{ state: 'known' }> & Pick<DeliveryEstimateData, 'options' | 'sentFrom'>)

type EstimateInput = Readonly<{ productId: string; variantId: string | undefined; country: string }>

/** Returns the estimate for the variant and country; a late response for others is discarded. */
function useEstimate({ productId, variantId, country }: EstimateInput) {
  const [estimate, setEstimate] = useState<Estimate>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    setEstimate({ state: 'loading' })
    const input = {
      params: { id: productId },
      query: { country, ...(variantId ? { variant: variantId } : {}) },
    }
    call('GET /shipping/estimate/{id}', input, { signal: controller.signal }).then(
      ({ options, sentFrom }) => setEstimate({ state: 'known', options, sentFrom }),
      (error: unknown) => {
        if (controller.signal.aborted) return
        const isRefusal = isApiFailure(error) && FINAL_CODES.has(error.code)
        setEstimate({ state: 'failed', message: explainError(error, ESTIMATE_FAILED), isRefusal })
      },
    )
    return () => controller.abort()
  }, [productId, variantId, country, attempt])
  return { estimate, retry: () => setAttempt(attempt + 1) }
}

/** Error codes for which a retry does not help. */
const FINAL_CODES: ReadonlySet<string> = new Set(['country_not_served', 'no_estimate'])

const ESTIMATE_FAILED = 'We can’t estimate the delivery time right now.'

/** Formats the days between which an order of `today` arrives, such as `4–6 Dec`. They are in the reader's time zone. */
export function formatArrival(
  today: Date,
  { fromDays, toDays }: Readonly<{ fromDays: number; toDays: number }>,
): string {
  const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
  const from = addDays(today, fromDays)
  const to = addDays(today, toDays)
  return format.formatRange(from, to).replaceAll(/\s*–\s*/g, '–')
}

function addDays(today: Date, days: number): Date {
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + days)
}
