import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import { formatDateTime } from '#web/console/data/format.ts'
import { useCan } from '#web/console/frame/business.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { EffectStatus, EffectTrail } from '#web/console/parts/effect-trail.tsx'
import { Link } from '#web/ui/link.tsx'
import { supplierOrderAddress } from '../console/addresses.ts'

/** A stock change in a connected store that an order caused. */
type StockChange = AnswerTo<'GET /supplier/orders/{id}/store-stock'>['changes'][number]

/**
 * Renders the stock changes that orders made in a connected store, with every attempt. On the store's page each change
 * names its order.
 */
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
      {change.needsDecision ? (
        <CloseChange change={change} />
      ) : (
        NEXT_STEPS[state] && <p className="text-xs">{NEXT_STEPS[state]}</p>
      )}
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
  return quantity < 0 ? `${units} ${name} fewer` : `${units} ${name} restocked`
}

/** Renders a supplier's actions on a change that the store refused, or whose outcome is unknown. */
function CloseChange({ change: { reference, state } }: { change: StockChange }) {
  const can = useCan()
  const queries = useQueryClient()
  const close = useMutation({
    mutationFn: () => call('POST /supplier/stock-changes/{reference}/done', { params: { reference } }),
    onSuccess: async ({ message }) => {
      await queries.invalidateQueries({ queryKey: ['supplier'] })
      toast.success(message)
    },
    onError: (error) => toast.error(explainError(error, 'We couldn’t mark it as done. Please try again.')),
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-52 text-xs">
        {state === 'refused'
          ? 'Your store refused this change. Change the stock there by hand, then mark it as done.'
          : 'Your store can’t confirm this change. Check the stock there, then mark it as done.'}
      </p>
      {can('products:write') && (
        <Action isSmall busy={close.isPending} onClick={() => close.mutate()}>
          Mark as done
        </Action>
      )}
    </div>
  )
}

const NEXT_STEPS: Readonly<Partial<Record<StockChange['state'], string>>> = {
  unknown: 'Your store didn’t confirm this change. We check your store before we send it again.',
}
