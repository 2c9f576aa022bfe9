import { Truck } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { DeliveryEstimateData } from '#features/sales/shipping/contract.ts'
import type { ProductDetailData } from '#features/catalogue/catalog/contract.ts'
import { formatDays, formatServiceName } from '#core/shipping/format-service.ts'
import type { ShippingRule } from '#core/shipping/shipping-rules.ts'
import { lazySection } from '#web/shared/loading/lazy-section.tsx'
import { formatDollars } from '#web/shared/product/price-view.ts'
import { useShippingRules } from '#web/shared/product/use-shipping-rules.ts'

/** Loaded by each browser; the server reserves the space. */
export const lazyDeliveryEstimate = lazySection(
  async () => (await import('./delivery-estimate.tsx')).DeliveryEstimate,
)

/** How long suppliers take to hand a parcel over, as the shipping box of every product says (PDP-12). */
const PROCESSING_TIME = '1-3 days for 80% of orders'

type Options = DeliveryEstimateData['options']

/** Renders a product's shipping information: origin, cost, and delivery estimate. */
export function ShippingBox(props: {
  productId: string
  variantId: string | undefined
  warehouse: string
  isReturnable: boolean
  shipping: ProductDetailData['shipping']
}) {
  const { productId, variantId, warehouse, isReturnable, shipping } = props
  const { rules } = useShippingRules(shipping)
  const [options, setOptions] = useState<Options>()
  // All products can be returned, unless their supplier excludes it.
  const returns = isReturnable ? [] : [{ name: 'Returns & refund', value: 'Not eligible' }]
  const facts = [
    { name: 'Shipping', value: 'Available' },
    // The supplier's own handling time is in the policies below, and in the estimate.
    ...(shipping.handlingDays === null ? [{ name: 'Processing time', value: PROCESSING_TIME }] : []),
    ...shippingFigures(rules, options),
    { name: 'Warehouse', value: warehouse },
    ...returns,
  ]
  return (
    <section aria-labelledby="shipping-box" className="border border-line p-5">
      <h2 id="shipping-box" className="flex items-center gap-2 font-sans text-sm font-medium tracking-normal">
        <Icon shapes={Truck} aria-hidden="true" className="size-5 text-ink-soft" strokeWidth={1.5} />
        Shipping
      </h2>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm">
        {facts.map((fact) => (
          <div key={fact.name} className="contents">
            <dt className="text-ink-soft">{fact.name}</dt>
            <dd className="text-end">{fact.value}</dd>
          </div>
        ))}
      </dl>
      <lazyDeliveryEstimate.View
        className="mt-4 border-t border-line pt-4"
        productId={productId}
        variantId={variantId}
        onKnown={setOptions}
      />
    </section>
  )
}

/** The service whose days and fee the box states (PDP-13, PDP-14). */
const STATED_SERVICE = 'Economy'

/**
 * Returns the days and fee of a service: as estimated, else by the rules. Fees that depend on the parcel are known with
 * an estimate only.
 */
function shippingFigures(rules: readonly ShippingRule[] | undefined, options: Options | undefined) {
  const option = options?.find(({ service }) => service === STATED_SERVICE) ?? options?.[0]
  const rule = rules?.find(({ service }) => service === STATED_SERVICE)
  const fee = rule && rule.perKiloAmount === 0 ? rule.baseAmount / 100 : undefined
  const figures = option
    ? { ...option, fee: option.rate }
    : rule && { service: rule.service, minDays: rule.minDays, maxDays: rule.maxDays, fee }
  if (!figures) return [toFigure('Delivery time'), toFigure('Shipping fee')]
  const { service, minDays, maxDays } = figures
  return [
    toFigure('Delivery time', service, formatDays(minDays, maxDays)),
    toFigure('Shipping fee', service, figures.fee === undefined ? undefined : formatDollars(figures.fee)),
  ]
}

function toFigure(name: string, service?: string, figure?: string): { name: string; value: ReactNode } {
  if (service === undefined || figure === undefined) return { name, value: 'Shown at checkout' }
  return {
    name,
    value: (
      <>
        {`${formatServiceName(service)}: `}
        <span className="tabular-nums">{figure}</span>
      </>
    ),
  }
}
