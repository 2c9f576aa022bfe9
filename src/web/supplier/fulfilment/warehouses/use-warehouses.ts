import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'

type WarehousesAnswer = AnswerTo<'GET /supplier/warehouse-addresses'>

/** A warehouse of the store with its addresses. */
export type WarehouseAddresses = WarehousesAnswer['warehouses'][number]

/** An address in the format of carriers. */
export type PostalAddress = NonNullable<WarehouseAddresses['sender']>

const QUERY_KEY = ['supplier', 'warehouse-addresses']

/** Returns the warehouses of the store with their addresses, and who pays for returns. */
export function useWarehouses() {
  return useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => call('GET /supplier/warehouse-addresses', {}, { signal }),
  })
}

/** Returns a function that shows the response of a call about warehouses. */
export function useWarehousesAnswer(): (answer: WarehousesAnswer) => void {
  const queries = useQueryClient()
  return (answer) => {
    queries.setQueryData(QUERY_KEY, answer)
    void queries.invalidateQueries({ queryKey: ['label-rates'] })
    toast.success(answer.message)
  }
}

/** Returns the lines of an address, as on a parcel. */
export function listAddressLines(address: PostalAddress): string[] {
  const { name, street1, street2, zip, city, state, phone } = address
  const place = [zip, city, state].filter(Boolean).join(' ')
  return [name, street1, street2 ?? '', place, phone].filter((line) => line !== '')
}
