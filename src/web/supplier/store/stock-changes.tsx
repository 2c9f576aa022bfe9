import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { formatDateTime } from '#web/console/data/format.ts'
import { EffectStatus, EffectTrail } from '#web/console/parts/effect-trail.tsx'
import { Link } from '#web/ui/link.tsx'
import { supplierOrderAddress } from '../console/addresses.ts'

/** What an order has changed of the stock in a connected store. */
type StockChange = AnswerTo<'GET /supplier/orders/{id}/store-stock'>['changes'][number]

/** What orders have changed of the stock in a connected store, each with every attempt; on the store's page with the order. */
export function StockChanges(props: { changes: readonly StockChange[]; hasOrders?: boolean }) {
  const { changes, hasOrders = false } = props
  return (
    <ul className="divide-y divide-line border-t border-line">
      {changes.map((change) => (
        <ChangeRow key={change.reference} change={change} hasOrder={hasOrders} />
      ))}
    </ul>
  )
}

function ChangeRow({ change, hasOrder }: { change: StockChange; hasOrder: boolean }) {
  const { title, variant, store, number, orderId, state, requestedAt, attempts, nextAttemptAt } = change
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-52">
          <p className="font-semibold wrap-anywhere">
            {describeChange(change)}: {title}
            {variant !== '' && ` · ${variant}`}
          </p>
          <p className="text-xs wrap-anywhere text-ink-soft">
            {hasOrder ? (
              <>
                Order{' '}
                <Link href={supplierOrderAddress(orderId)} className="underline">
                  {number}
                </Link>
              </>
            ) : (
              store
            )}{' '}
            · {formatDateTime(requestedAt)}
          </p>
        </div>
        <EffectStatus state={state} />
      </div>
      {NEXT_STEPS[state] && <p className="text-xs">{NEXT_STEPS[state]}</p>}
      <details className="text-xs">
        <summary className="cursor-pointer py-1 text-ink-soft">Attempts ({attempts.length})</summary>
        <EffectTrail attempts={attempts} nextAttemptAt={nextAttemptAt} />
      </details>
    </li>
  )
}

function describeChange({ quantity }: StockChange): string {
  const units = Math.abs(quantity)
  const name = units === 1 ? 'unit' : 'units'
  return quantity < 0 ? `${units} ${name} fewer` : `${units} ${name} given back`
}

const NEXT_STEPS: Readonly<Partial<Record<StockChange['state'], string>>> = {
  unknown: 'Your store gave no clear answer. We ask it again by our reference before anything is sent twice.',
  refused: 'Your store refused this change. Change the stock there by hand.',
}
