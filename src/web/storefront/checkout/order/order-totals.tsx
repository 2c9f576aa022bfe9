import type { ReactNode } from 'react'
import type { OrderDetailsData } from '#features/sales/checkout/contract.ts'
import { formatCents, parseCents } from '#core/money.ts'
import { formatDays, formatServiceName } from '#core/shipping/format-service.ts'

type Shipment = OrderDetailsData['shipments'][number]

/**
 * Renders subtotal, shipping and total of an order, in cents. Shipping lists the service of each shipment, with its
 * name if there are several.
 */
export function OrderTotals(props: {
  subtotal: number
  shipping: number
  total: number
  shipments?: readonly Shipment[]
}) {
  const { shipments = [] } = props
  return (
    <dl className="flex flex-col gap-2 text-sm tabular-nums">
      <Row label="Subtotal" value={formatCents(props.subtotal)} />
      <Row label="Shipping" value={formatCents(props.shipping)}>
        {shipments.map((shipment) => (
          <dd
            key={`${shipment.supplier} ${shipment.service} ${shipment.rate}`}
            className="flex w-full justify-between gap-4 text-xs leading-5 text-ink-soft"
          >
            <ShipmentText shipment={shipment} isOneOfMany={shipments.length > 1} />
          </dd>
        ))}
      </Row>
      <div className="mt-2 flex items-baseline justify-between border-t border-line pt-4 text-lg">
        <dt>Total</dt>
        <dd>{formatCents(props.total)}</dd>
      </div>
    </dl>
  )
}

function ShipmentText({ shipment, isOneOfMany }: { shipment: Shipment; isOneOfMany: boolean }) {
  const { supplier, service, minDays, maxDays, rate } = shipment
  const serviceText = `${formatServiceName(service)}, ${formatDays(minDays, maxDays)}`
  if (!isOneOfMany) return serviceText
  return (
    <>
      <span className="wrap-anywhere">{`${supplier}: ${serviceText}`}</span>
      <span>{formatCents(parseCents(rate) ?? 0)}</span>
    </>
  )
}

function Row({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between">
      <dt className="text-ink-soft">{label}</dt>
      <dd>{value}</dd>
      {children}
    </div>
  )
}
