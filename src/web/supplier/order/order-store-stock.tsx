import { useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import { Panel } from '#web/console/parts/panel.tsx'
import { StockChanges } from '../store/stock-changes.tsx'

/** What an order has changed of the stock in the supplier's connected store; nothing where it has changed none. */
export function OrderStoreStock({ id }: { id: string }) {
  const { data: changes = [] } = useQuery({
    queryKey: ['supplier', 'order', id, 'store-stock'],
    queryFn: async ({ signal }) =>
      (await call('GET /supplier/orders/{id}/store-stock', { params: { id } }, { signal })).changes,
    refetchInterval: 60_000,
  })
  if (changes.length === 0) return null
  return (
    <Panel title="Stock in your store" isFlush>
      <StockChanges changes={changes} />
    </Panel>
  )
}
