import { useEffect, useId, useState } from 'react'
import type { ProductFiguresData } from '#features/stores/shop-orders/figures/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { formatDollars } from '#web/shared/product/price-view.ts'

/** The product, and the cost of a unit and its shipping that the simulator uses. */
type FinishedOrdersProps = Readonly<{ productId: string; cost: number; shipping: number }>

/** Renders the simulated profit per unit beside that of the vendor's finished orders by the ledger. */
export function FinishedOrders({ productId, cost, shipping }: FinishedOrdersProps) {
  const figures = useFigures(productId)
  const titleId = useId()
  if (!figures || figures.units === 0) return null
  const { orders, units, retail, isPractice } = figures
  const actual = (retail - figures.cost) / units
  const estimated = (retail - orders * shipping) / units - cost
  const count = `${orders === 1 ? '1 finished' : `${orders} finished`} ${isPractice ? 'practice ' : ''}${orders === 1 ? 'order' : 'orders'}`
  return (
    <div className="border-t border-line pt-4 @xl:col-span-2">
      <h3 id={titleId} className="font-semibold">
        Your finished orders
      </h3>
      <p className="text-xs text-ink-soft">
        {count} with {units === 1 ? '1 item' : `${units} items`} of this product alone. Before store fees, tax
        and refunds that haven’t happened.
      </p>
      <dl aria-labelledby={titleId} className="mt-2 flex flex-col gap-1 tabular-nums">
        <Row label="Sold for, per item" amount={retail / units} />
        <Row label="Paid for wholesale and shipping, per item" amount={figures.cost / units} />
        <Row label="Left per item" amount={actual} isStrong />
        <Row label="Simulated at today’s costs" amount={estimated} />
      </dl>
      <p className="mt-1 text-xs text-ink-soft">{describeDifference(actual - estimated)}</p>
    </div>
  )
}

function Row({
  label,
  amount,
  isStrong = false,
}: Readonly<{ label: string; amount: number; isStrong?: boolean }>) {
  return (
    <div className={`flex justify-between gap-4 ${isStrong ? 'font-semibold' : ''}`}>
      <dt className={isStrong ? '' : 'text-ink-soft'}>{label}</dt>
      <dd className="whitespace-nowrap">
        {amount < 0 ? `−${formatDollars(-amount)}` : formatDollars(amount)}
      </dd>
    </div>
  )
}

function describeDifference(difference: number): string {
  const amount = formatDollars(Math.abs(difference))
  if (Math.abs(difference) < 0.005) return 'The simulator was right to the cent.'
  return difference > 0
    ? `Your orders earned ${amount} more per item than the simulator estimates.`
    : `Your orders earned ${amount} less per item than the simulator estimates.`
}

/** Returns the product's figures; null while they load and on failure. */
function useFigures(id: string): ProductFiguresData | null {
  const [figures, setFigures] = useState<ProductFiguresData | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    setFigures(null)
    call('GET /vendor/products/{id}/figures', { params: { id } }, { signal: abort.signal })
      .then((answer) => setFigures(answer.figures))
      // On failure only the simulator is shown, as for members without access to statistics.
      .catch(() => undefined)
    return () => abort.abort()
  }, [id])
  return figures
}
