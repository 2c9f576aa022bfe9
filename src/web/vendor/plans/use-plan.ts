import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PublishPlanData } from '#features/stores/listings/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { toast } from '#web/app/toast.ts'
import { planAddress } from '../console/addresses.ts'

const REFRESH_MS = 1_000

/** Returns a plan, reloaded every second while it runs. */
export function usePlan(id: string) {
  return useQuery({
    queryKey: ['vendor', 'publish-plan', id],
    queryFn: async ({ signal }) =>
      (await call('GET /vendor/publish-plans/{id}', { params: { id } }, { signal })).plan,
    refetchInterval: ({ state }) =>
      state.data?.state === 'planning' || state.data?.state === 'applying' ? REFRESH_MS : false,
  })
}

/** Returns the actions on a plan; their responses are shown at once. */
export function usePlanActions(id: string) {
  const queries = useQueryClient()
  const go = useNavigateTo()
  const onSuccess = ({ plan }: Readonly<{ plan: PublishPlanData }>) => {
    queries.setQueryData(['vendor', 'publish-plan', id], plan)
    void queries.invalidateQueries({ queryKey: ['vendor', 'publish-plan-items', id] })
    void queries.invalidateQueries({ queryKey: ['vendor', 'listings'] })
  }
  const failWith = (text: string) => (error: unknown) => {
    toast.error(explainError(error, `${text} Please try again in a moment.`))
  }
  const params = { id }
  return {
    apply: useMutation({
      mutationFn: () => call('POST /vendor/publish-plans/{id}/apply', { params }),
      onSuccess,
      onError: failWith('We couldn’t publish the plan.'),
    }),
    cancel: useMutation({
      mutationFn: () => call('POST /vendor/publish-plans/{id}/cancel', { params }),
      onSuccess,
      onError: failWith('We couldn’t cancel the plan.'),
    }),
    undo: useMutation({
      mutationFn: () => call('POST /vendor/publish-plans/{id}/undo', { params }),
      onSuccess(answer) {
        const { restored, left } = answer
        const text = restored === 1 ? '1 listing is set back.' : `${restored} listings are set back.`
        toast.success(left === 0 ? text : `${text} ${left} changed since and stay as they are.`)
        onSuccess(answer)
      },
      onError: failWith('We couldn’t undo the plan.'),
    }),
    planAgain: useMutation({
      mutationFn: (storeId: string) => call('POST /vendor/publish-plans', { body: { storeId } }),
      onSuccess: ({ plan }) => go(planAddress(plan.id)),
      onError: failWith('We couldn’t create the plan.'),
    }),
  }
}
