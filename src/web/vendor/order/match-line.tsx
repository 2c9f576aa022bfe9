import { type FormEvent, useState } from 'react'
import type { ShopOrderData, ShopOrderLineData } from '#features/stores/shop-orders/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { useCan } from '#web/console/frame/business.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { useOrderAction } from './use-order-action.ts'

/** Renders the variant select of an unrecognised item; the most likely variant is preselected. */
export function MatchLine({ order, line }: { order: ShopOrderData; line: ShopOrderLineData }) {
  const can = useCan()
  const action = useOrderAction()
  const [variantId, setVariantId] = useState(line.options.find(({ isSuggested }) => isSuggested)?.id ?? '')
  if (line.options.length === 0 || !can('orders:write')) return null

  function match(event: FormEvent): void {
    event.preventDefault()
    action.mutate(() =>
      call('POST /vendor/orders/{id}/lines/{lineId}/match', {
        params: { id: order.id, lineId: line.id },
        body: { variantId },
      }),
    )
  }

  return (
    <form onSubmit={match} className="mt-2 flex flex-wrap items-end gap-2">
      <label className="max-w-full min-w-0 text-xs text-ink-soft">
        Which variant is it?
        <select
          required
          value={variantId}
          onChange={(event) => setVariantId(event.target.value)}
          className="mt-1 block h-9 w-full max-w-64 rounded-md border border-line bg-sheet px-2 text-sm text-ink max-md:h-11"
        >
          <option value="">Choose a variant</option>
          {line.options.map(({ id, title, stock, isSuggested }) => (
            <option key={id} value={id}>
              {title}, {stock} in stock{isSuggested ? ' (suggested)' : ''}
            </option>
          ))}
        </select>
      </label>
      <Action isSmall type="submit" busy={action.isPending}>
        Match
      </Action>
    </form>
  )
}
