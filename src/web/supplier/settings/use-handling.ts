import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'

/** A store's promises, for its owner. */
export type StorePromises = AnswerTo<'GET /supplier/handling'>['promises']

type Answer = Readonly<{ message: string; promises: StorePromises }>

const QUERY_KEY = ['supplier', 'handling']

/** Returns the store's promises. */
export function useHandling() {
  return useQuery({
    queryKey: QUERY_KEY,
    queryFn: async ({ signal }) => (await call('GET /supplier/handling', {}, { signal })).promises,
  })
}

/** Returns a function that shows the promises of a response, and its message. */
export function useStorePromises(): (answer: Answer) => void {
  const queries = useQueryClient()
  return ({ message, promises }) => {
    queries.setQueryData(QUERY_KEY, promises)
    toast.success(message)
  }
}

/** Returns a function that saves a part of the promises and shows the result or the error. */
export function useHandlingChange<Input>(send: (input: Input) => Promise<Answer>) {
  const store = useStorePromises()
  return useMutation({
    mutationFn: send,
    onSuccess: store,
    onError: (error) =>
      toast.error(
        explainError(error, 'We couldn’t save the handling settings. Please try again in a moment.'),
      ),
  })
}

/** Returns a function that ends the holiday of the store. */
export function useEndHoliday() {
  return useHandlingChange(() => call('POST /supplier/holiday/end', { body: {} }))
}
