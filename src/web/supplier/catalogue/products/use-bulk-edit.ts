import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, explainError } from '#web/app/calls/api.ts'
import type { ProductEditData } from '#features/catalogue/catalog/management/product-edits/contract.ts'
import { toast } from '#web/app/toast.ts'
import { countNoun } from './product-values.ts'

/** Returns a function that applies a preview; a toast reports the result and offers to undo it. */
export function useApplyEdit(onApplied: () => void) {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: ['supplier'] })

  async function undo(id: string): Promise<void> {
    try {
      const { edit } = await call('POST /supplier/product-edits/{id}/undo', { params: { id } })
      report(edit, 'restored')
    } catch (error) {
      toast.error(explainError(error, 'We couldn’t undo the change. Please try again.'))
    }
    void refresh()
  }

  function report(edit: ProductEditData, verb: 'changed' | 'restored'): void {
    const { id, products, changes, refused } = edit
    const message = `${countNoun(products, 'product')} ${verb}.`
    if (changes > 0 && verb === 'changed')
      toast.success(message, { label: 'Undo', onClick: () => void undo(id) })
    if (changes > 0 && verb === 'restored') toast.success(message)
    if (refused > 0) toast.error(`${countNoun(refused, 'row')} not changed: ${findReason(edit)}`)
  }

  return useMutation({
    mutationFn: (id: string) => call('POST /supplier/product-edits/{id}/apply', { params: { id } }),
    onSuccess({ edit }) {
      report(edit, 'changed')
      onApplied()
    },
    onSettled: refresh,
  })
}

function findReason({ rows }: ProductEditData): string {
  return rows.find(({ problem }) => problem !== null)?.problem ?? 'the values have changed.'
}
