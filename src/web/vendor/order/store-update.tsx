import { useState } from 'react'
import type { ShopOrderData, StoreUpdateData } from '#features/stores/shop-orders/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { useCan } from '#web/console/frame/business.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { EffectTrail } from '#web/console/parts/effect-trail.tsx'
import { Status, type StatusTone } from '#web/console/parts/status.tsx'
import { useOrderAction } from './use-order-action.ts'

/**
 * Renders the updates of a parcel in the vendor's store, with every attempt. Refused and unclear ones can be sent
 * again.
 */
export function StoreUpdate({ update, order }: { update: StoreUpdateData; order: ShopOrderData }) {
  const [isOpen, setIsOpen] = useState(false)
  const action = useOrderAction()
  const can = useCan()
  const { id, message, attempts, nextAttemptAt, needsDecision } = update
  const [label, tone] = describeState(update)
  return (
    <div className="mt-1 flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Status tone={tone}>{label}</Status>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="text-link min-h-6 text-xs"
        >
          {attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`}
        </button>
        {needsDecision && can('orders:write') && (
          <Action
            isSmall
            busy={action.isPending}
            onClick={() =>
              action.mutate(() =>
                call('POST /vendor/orders/{id}/store-updates/{updateId}/retry', {
                  params: { id: order.id, updateId: id },
                }),
              )
            }
          >
            Try again
          </Action>
        )}
      </div>
      {message !== null && !isOpen && <p className="text-xs wrap-anywhere text-ink-soft">{message}</p>}
      {isOpen && <EffectTrail attempts={attempts} nextAttemptAt={nextAttemptAt} />}
    </div>
  )
}

function describeState({
  kind,
  state,
  needsDecision,
}: StoreUpdateData): readonly [label: string, tone: StatusTone] {
  if (kind === 'shop_orders.correct_parcel') return describeCorrection({ state, needsDecision })
  if (state === 'done') return ['In your store', 'good']
  if (state === 'cancelled') return ['Not needed in your store', 'plain']
  if (needsDecision) return [state === 'unknown' ? 'Maybe in your store' : 'Not in your store', 'bad']
  return state === 'unknown'
    ? ['No response from your store, retrying', 'wait']
    : ['Sending to your store', 'plain']
}

function describeCorrection({
  state,
  needsDecision,
}: Pick<StoreUpdateData, 'state' | 'needsDecision'>): readonly [label: string, tone: StatusTone] {
  if (state === 'done') return ['Corrected in your store', 'good']
  if (state === 'cancelled') return ['No correction needed in your store', 'plain']
  if (needsDecision)
    return [state === 'unknown' ? 'Maybe corrected in your store' : 'Not corrected in your store', 'bad']
  return state === 'unknown'
    ? ['No response from your store, retrying', 'wait']
    : ['Correcting in your store', 'plain']
}
