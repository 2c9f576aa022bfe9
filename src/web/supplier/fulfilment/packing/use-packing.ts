import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OrderToPackData } from '#features/sales/orders/packing/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { getTimeZone } from '#web/console/data/format.ts'

const QUERY_KEY = ['supplier', 'to-pack']

/** How often the orders to pack are reloaded, in milliseconds. */
const REFRESH_MS = 30_000

/** Returns the orders to pack, the most urgent first. */
export function useOrdersToPack() {
  return useQuery({
    queryKey: QUERY_KEY,
    queryFn: async ({ signal }) =>
      (await call('GET /supplier/orders-to-pack', { query: { timeZone: getTimeZone() } }, { signal })).orders,
    refetchInterval: ({ state }) => (state.data?.some(isLabelBeingBought) ? 2_000 : REFRESH_MS),
  })
}

/** Returns whether the label of an order is being bought. */
export function isLabelBeingBought({ label }: OrderToPackData): boolean {
  return label?.state === 'asked' || label?.state === 'bought'
}

/** Returns whether an order has no valid label. */
export function needsLabel({ label }: OrderToPackData): boolean {
  return label === null || label.state === 'failed'
}

/** Returns a function that removes an order from the list before the server has responded. */
export function useMarkDone(): (orderId: string) => void {
  const queries = useQueryClient()
  return (orderId) =>
    queries.setQueryData<readonly OrderToPackData[]>(QUERY_KEY, (orders) =>
      orders?.filter(({ id }) => id !== orderId),
    )
}

/** Returns a function that reloads the list of orders to pack. */
export function useRefreshToPack(): () => void {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: QUERY_KEY })
}
