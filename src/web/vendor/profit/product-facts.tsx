import type { ProductCostsData } from '#features/stores/listings/costs/contract.ts'
import { formatDistance, formatNumber } from '#web/console/data/format.ts'
import { formatDollars } from '#web/shared/product/price-view.ts'

/** Renders the facts for a purchase decision: cost, stock, shipping to the selected country, and supplier. */
export function ProductFacts({ costs, country }: { costs: ProductCostsData; country: string }) {
  const { variants, shipping, supplier, stockConfirmedAt } = costs
  const stock = variants.reduce((sum, variant) => sum + variant.stock, 0)
  const [cheapest] = shipping
  const reliability = describeReliability(supplier)
  return (
    <dl className="grid grid-cols-2 gap-4 @3xl:grid-cols-4">
      <Fact label="Your wholesale price" value={describeCost(variants)} note={describeMinimum(variants)} />
      <Fact
        label="Stock"
        value={formatNumber(stock)}
        note={stockConfirmedAt === null ? '' : `confirmed ${formatDistance(stockConfirmedAt)} ago`}
      />
      <Fact
        label={`Shipping to ${country}`}
        value={cheapest ? formatDollars(cheapest.amount) : 'Not shipped there'}
        note={
          cheapest
            ? `${cheapest.service.replaceAll('_', ' ')}, ${cheapest.minDays}–${cheapest.maxDays} days`
            : 'Choose another country in the header'
        }
      />
      <Fact label={supplier.name} value={reliability.value} note={reliability.note} />
    </dl>
  )
}

function Fact({ label, value, note }: Readonly<{ label: string; value: string; note: string }>) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-soft wrap-anywhere">{label}</dt>
      <dd className="font-semibold tabular-nums">{value}</dd>
      {note !== '' && <dd className="text-xs text-ink-soft">{note}</dd>}
    </div>
  )
}

function describeCost(variants: ProductCostsData['variants']): string {
  const costs = variants.flatMap(({ cost }) => cost ?? [])
  if (costs.length === 0) return 'Not set yet'
  const [least, most] = [Math.min(...costs), Math.max(...costs)]
  return least === most ? formatDollars(least) : `${formatDollars(least)}–${formatDollars(most)}`
}

function describeMinimum(variants: ProductCostsData['variants']): string {
  const [first] = variants
  if (!first) return ''
  const suggested = `suggested ${formatDollars(first.suggestedPrice)}`
  return first.minimumPrice === null
    ? suggested
    : `${suggested}, at least ${formatDollars(first.minimumPrice)} recommended`
}

function describeReliability({ shippedOnTime, deliveredOnTime, notCancelled }: ProductCostsData['supplier']) {
  if (shippedOnTime === null) return { value: 'New supplier', note: 'too few orders to say how reliable' }
  const notes = [
    deliveredOnTime !== null && `${deliveredOnTime}% delivered on time`,
    notCancelled !== null && `${Math.round((100 - notCancelled) * 10) / 10}% cancelled`,
  ]
  return { value: `${shippedOnTime}% shipped on time`, note: notes.filter(Boolean).join(', ') }
}
