import { useQueryClient } from '@tanstack/react-query'
import type { CaseData } from '#features/sales/cases/contract.ts'
import { toast } from '#web/app/toast.ts'

/**
 * Returns a function that shows the case of a response. The case is updated at once, the lists when they have been
 * reloaded.
 */
export function useCaseAnswer(): (answer: Readonly<{ message: string; case: CaseData }>) => void {
  const queries = useQueryClient()
  return ({ message, case: found }) => {
    queries.setQueryData(['supplier', 'case', found.id], found)
    void queries.invalidateQueries({
      queryKey: ['supplier'],
      predicate: ({ queryKey }) => queryKey[2] !== found.id,
    })
    toast.success(message)
  }
}
