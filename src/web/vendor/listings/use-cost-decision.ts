import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CostAlertGroupData, CostDecisionData } from '#features/stores/listings/cost-alerts/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'

type Decision = CostDecisionData['decision']

const DECIDED: Readonly<Record<Decision, string>> = {
  follow_rule: 'Prices follow your rules.',
  keep_price: 'Prices stay unchanged.',
  take_off: 'Your store is taking them off sale.',
}

/** Returns functions that decide on listings whose cost rose, and undo that. A toast offers to undo. */
export function useCostDecision() {
  const queries = useQueryClient()
  const refresh = () => void queries.invalidateQueries({ queryKey: ['vendor'] })
  const undo = useMutation({
    mutationFn: (id: string) => call('POST /vendor/cost-decisions/{id}/undo', { params: { id } }),
    onSuccess({ restored, left }) {
      const text = restored === 1 ? '1 listing restored.' : `${restored} listings restored.`
      toast.success(left === 0 ? text : `${text} ${left} changed since and weren’t restored.`)
    },
    onError: (error) =>
      toast.error(explainError(error, 'We couldn’t undo your decision. Please try again in a moment.')),
    onSettled: refresh,
  })
  const decide = useMutation({
    mutationFn: ({ group, decision }: { group: CostAlertGroupData; decision: Decision }) =>
      call('POST /vendor/cost-alerts/decide', {
        body: { supplierId: group.supplier.id, fingerprint: group.fingerprint, decision },
      }),
    onSuccess({ decision: { id, decision } }) {
      toast.success(DECIDED[decision], { label: 'Undo', onClick: () => undo.mutate(id) })
    },
    onError: (error) =>
      toast.error(explainError(error, 'We couldn’t save your decision. Please try again in a moment.')),
    onSettled: refresh,
  })
  return { decide, undo }
}
