import { formatCents } from '#ground/money.ts'

/** Subtotal, shipping and total of an order, in cents. */
export function OrderTotals(props: { subtotal: number; shipping: number; total: number }) {
  return (
    <dl className="flex flex-col gap-2 text-sm tabular-nums">
      <Row label="Subtotal" value={formatCents(props.subtotal)} />
      <Row label="Shipping" value={formatCents(props.shipping)} />
      <div className="mt-2 flex items-baseline justify-between border-t border-line pt-4 text-lg">
        <dt>Total</dt>
        <dd>{formatCents(props.total)}</dd>
      </div>
    </dl>
  )
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between">
      <dt className="text-ink-soft">{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
