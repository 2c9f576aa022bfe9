import type { InputOf } from '#web/app/calls/endpoints.ts'

type OrderQuery = NonNullable<InputOf<'GET /supplier/orders'>['query']>

/** A view of a supplier's orders, by its name in calls and addresses. */
export type OrderViewName = NonNullable<OrderQuery['view']>

type OrderSortName = NonNullable<OrderQuery['sort']>

/** The query key of a supplier's lists of orders. */
export const ORDER_LISTS_KEY = ['supplier', 'orders'] as const

/** The views of a supplier's orders, in the order of fulfilment. */
export const ORDER_VIEWS: readonly Readonly<{ id: OrderViewName; label: string }>[] = [
  { id: 'all', label: 'All' },
  { id: 'to_accept', label: 'To accept' },
  { id: 'to_ship_today', label: 'To ship today' },
  { id: 'late', label: 'Late' },
  { id: 'upcoming', label: 'Upcoming' },
  { id: 'cancellations', label: 'Cancellation requests' },
  { id: 'in_transit', label: 'In transit' },
  { id: 'cases', label: 'Cases' },
  { id: 'done', label: 'Done' },
]

/** The sort orders of the list. */
export const ORDER_SORTS: readonly Readonly<{ id: OrderSortName; label: string }>[] = [
  { id: 'newest', label: 'Newest first' },
  { id: 'oldest', label: 'Oldest first' },
  { id: 'ship_by', label: 'Ship by' },
  { id: 'highest_total', label: 'Highest total' },
]

/** Parses the search of the index from its address; invalid values are left out. */
export function parseOrderSearch(address: Readonly<Record<string, string>>) {
  const { search, country, warehouse } = address
  const pageNumber = Number(address['page'])
  return {
    view: ORDER_VIEWS.find(({ id }) => id === address['view'])?.id ?? 'all',
    sort: ORDER_SORTS.find(({ id }) => id === address['sort'])?.id ?? 'newest',
    page: Number.isSafeInteger(pageNumber) && pageNumber >= 1 && pageNumber <= 100_000 ? pageNumber : 1,
    search: search?.trim().slice(0, 100) || undefined,
    country: /^[A-Z]{2}$/.test(country ?? '') ? country : undefined,
    warehouse: warehouse?.slice(0, 100) || undefined,
  }
}
