import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'

/** A warehouse of the store with its number of products. */
export type OwnWarehouse = AnswerTo<'GET /supplier/warehouses'>['warehouses'][number]

const QUERY_KEY = ['supplier', 'warehouses']

/** Returns the query of the store's warehouses, archived ones last. */
export function useOwnWarehouses() {
  return useQuery({
    queryKey: QUERY_KEY,
    queryFn: async ({ signal }) => (await call('GET /supplier/warehouses', {}, { signal })).warehouses,
  })
}

/** Returns whether the store has several warehouses. Archived ones count, as orders may still ship from them. */
export function useHasSeveralWarehouses(): boolean {
  return (useOwnWarehouses().data?.length ?? 0) > 1
}

/** Returns a function that updates the warehouses everywhere in the console from a response. */
export function useOwnWarehousesAnswer() {
  const queries = useQueryClient()
  return async ({ message, warehouses }: AnswerTo<'POST /supplier/warehouses'>) => {
    queries.setQueryData(QUERY_KEY, warehouses)
    toast.success(message)
    await queries.invalidateQueries({ queryKey: ['supplier'] })
  }
}
