import { useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { RefundRow } from '../money/refund-row.tsx'

/** The refunds of an order, with what an operator can do about each. */
export function OrderRefunds({ orderId }: { orderId: string }) {
  const query = useQuery({
    queryKey: ['operator', 'order', orderId, 'refunds'],
    queryFn: ({ signal }) =>
      call('GET /supplier/orders/{id}/refunds', { params: { id: orderId } }, { signal }),
  })
  return (
    <Panel title="Refunds" isFlush>
      <Loaded query={query} skeleton={<SkeletonRows count={2} />}>
        {({ refunds }) =>
          refunds.length === 0 ? (
            <p className="px-4 pb-4 text-sm text-ink-soft">Nothing has been refunded.</p>
          ) : (
            <ul className="divide-y divide-line border-t border-line">
              {refunds.map((refund) => (
                <RefundRow key={refund.id} refund={refund} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
