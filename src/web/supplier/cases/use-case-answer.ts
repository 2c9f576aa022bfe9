import { useQueryClient } from '@tanstack/react-query'
import type { CaseData } from '#features/sales/cases/contract.ts'
import { toast } from '#web/app/toast.ts'

/**
 * Returns a function that shows a case as a call has returned it. The case changes at once, the lists as soon as
 * they are loaded again.
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
