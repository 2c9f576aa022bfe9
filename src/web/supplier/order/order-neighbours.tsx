import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Icon, type IconShapes } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { supplierOrderAddress } from '../console/addresses.ts'
import { ORDER_LISTS_KEY } from '../orders/order-search.ts'

type ListedOrder = AnswerTo<'GET /supplier/orders'>['orders'][number]

/**
 * Renders links to the previous and next order of the list from which the order was opened. It renders nothing
 * without such a list.
 */
export function OrderNeighbours({ id }: { id: string }) {
  const orders = findListWith(useQueryClient(), id)
  const place = orders.findIndex((order) => order.id === id)
  const [previous, next] = [orders[place - 1], orders[place + 1]]
  if (!previous && !next) return null
  return (
    <nav aria-label="Orders of the list" className="order-last ms-auto flex items-center gap-1">
      <span className="me-1 text-xs text-ink-soft max-md:hidden">
        {place + 1} of {orders.length}
      </span>
      <NeighbourLink order={previous} label="Previous order" icon={ChevronLeft} />
      <NeighbourLink order={next} label="Next order" icon={ChevronRight} />
    </nav>
  )
}

function NeighbourLink(props: { order: ListedOrder | undefined; label: string; icon: IconShapes }) {
  const { order, label, icon } = props
  const className = 'grid size-8 place-items-center rounded-md max-md:size-11'
  const shapes = <Icon shapes={icon} aria-hidden="true" className="size-4.5" />
  if (!order) return <span className={`${className} text-ink-faint`}>{shapes}</span>
  return (
    <Link
      href={supplierOrderAddress(order.id)}
      aria-label={`${label}: ${order.number}`}
      title={`${label}: ${order.number}`}
      className={`${className} hover:bg-mist`}
    >
      {shapes}
    </Link>
  )
}

/** Returns the most recently loaded page of orders that contains the order. */
function findListWith(queries: QueryClient, id: string): readonly ListedOrder[] {
  const lists = queries
    .getQueryCache()
    .findAll({ queryKey: ORDER_LISTS_KEY })
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .map(({ queryKey }) => queries.getQueryData<AnswerTo<'GET /supplier/orders'>>(queryKey)?.orders ?? [])
  return lists.find((orders) => orders.some((order) => order.id === id)) ?? []
}
